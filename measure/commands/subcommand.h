// A command with subcommands: help, dispatch, and what to say about a name that is none.
#pragma once

#include "measure/commands/commands.h"

#include <span>
#include <string_view>

namespace osaca::measure {

struct Subcommand {
  std::string_view name;
  int (*run)(const Words &);
};

/// `words` after the name of `command` ("osaca measure"); the first is the subcommand's. Returns the exit status.
[[nodiscard]] int run_subcommand(std::string_view command, std::string_view usage,
                                 std::span<const Subcommand> subcommands, const Words &words);

} // namespace osaca::measure
