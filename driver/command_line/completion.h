// Scripts that make shells complete the words after `osaca`.
#pragma once

#include "driver/command_line/option_set.h"

#include <string>
#include <vector>

namespace osaca::driver {

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

} // namespace osaca::driver
