// Documents that are generated from the declarations of commands: shell completions and manual pages.
#pragma once

#include "driver/command_line/option_set.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

// Shell scripts that complete the words after `osaca`.

struct CompletedCommand {
  std::string name;
  std::string summary;
  bool is_known = true; ///< false: a separate program, of which only the name is known
  CommandDescription description;
};

[[nodiscard]] std::string bash_completion(const std::vector<CompletedCommand> &commands);
[[nodiscard]] std::string zsh_completion(const std::vector<CompletedCommand> &commands);
[[nodiscard]] std::string fish_completion(const std::vector<CompletedCommand> &commands);

/// The first sentence of a help text without the parts in brackets, for one line of a menu.
[[nodiscard]] std::string short_help(const std::string &help);

// Manual pages (man(7)), generated from the declarations of options and the text after them in --help.

struct PageName {
  std::string name;    ///< "osaca-diff"
  std::string summary; ///< one line
};

/// The page of a subcommand.
[[nodiscard]] std::string command_page(const PageName &page, const CommandDescription &command);

/// The page of a subcommand that is a separate program: its --help, unchanged.
[[nodiscard]] std::string help_page(const PageName &page, std::string_view help);

/// osaca(1): description, commands, files, environment, exit status.
[[nodiscard]] std::string overview_page(const std::vector<PageName> &commands);

} // namespace osaca::driver
