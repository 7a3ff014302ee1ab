// The subcommands of `osaca measure`. Each gets the words after its name and returns the exit status.
#pragma once

#include "measure/command_line.h"

namespace osaca::measure {

[[nodiscard]] int run_blocks(const Words &words);
[[nodiscard]] int run_kernel(const Words &words);

} // namespace osaca::measure
