// What is made of the declarations of commands: scripts that make shells complete words, and manual pages.
#pragma once

#include "driver/command_line/option_set.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

// Scripts that make shells complete the words after `osaca`.

struct CompletedCommand {
  std::string name;
  std::string summary;
  bool is_known = true; ///< false: a program of its own, of which only the name is known
  CommandDescription description;
};

[[nodiscard]] std::string bash_completion(const std::vector<CompletedCommand> &commands);
[[nodiscard]] std::string zsh_completion(const std::vector<CompletedCommand> &commands);
[[nodiscard]] std::string fish_completion(const std::vector<CompletedCommand> &commands);

/// The first sentence of a help text, without what stands in brackets: for one line of a menu.
[[nodiscard]] std::string short_help(const std::string &help);

// Manual pages (man(7)), from the declarations of options and what stands below them in --help.

struct PageName {
  std::string name;    ///< "osaca-diff"
  std::string summary; ///< what becomes of it, in one line
};

/// Page of one subcommand.
[[nodiscard]] std::string command_page(const PageName &page, const CommandDescription &command);

/// Page of a subcommand that is a program of its own: its --help as it is.
[[nodiscard]] std::string help_page(const PageName &page, std::string_view help);

/// osaca(1): what it is, the commands, files, environment, exit status.
[[nodiscard]] std::string overview_page(const std::vector<PageName> &commands);

} // namespace osaca::driver
