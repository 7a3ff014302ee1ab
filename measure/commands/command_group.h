// A command with subcommands: help, dispatch, and what to say about a name that is none.
#pragma once

#include "measure/commands/commands.h"

#include <string_view>

namespace osaca::measure {

struct CommandGroup {
  std::string_view name; ///< "osaca measure"
  std::string_view about;
  std::string_view more; ///< where to read on
  driver::Commands commands;
};

/// `words` after the name of the group; the first is the subcommand's. Returns the exit status.
[[nodiscard]] int run_group(const CommandGroup &group, const Words &words);

} // namespace osaca::measure
