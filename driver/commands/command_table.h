// The list of subcommands.
#pragma once

#include "driver/commands/commands.h"

#include <span>
#include <string>
#include <string_view>

namespace osaca::driver {

struct Command {
  std::string_view name;
  int (*run)(const Words &);
  std::string_view other_program = {}; ///< it is a program of its own: "osaca-scan"
  bool hidden = false;                 ///< not for people: the build and compiler plugins ask it
};

[[nodiscard]] std::span<const Command> commands();

/// Null: there is none of that name.
[[nodiscard]] const Command *find_command(std::string_view name);

/// What `osaca --help` says about it, in one line; empty: nothing.
[[nodiscard]] std::string summary_of(const Command &command);

} // namespace osaca::driver
