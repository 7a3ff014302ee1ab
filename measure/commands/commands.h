// The subcommands of `osaca measure`. Each gets the words after its name and returns the exit status.
#pragma once

#include "driver/command_line/command_line.h"
#include "driver/command_line/exit_status.h"

namespace osaca::measure {

using driver::complain;
using driver::success;
using driver::unusable_input;
using driver::Words;

[[nodiscard]] int run_blocks(const Words &words);
[[nodiscard]] int run_instructions(const Words &words);
[[nodiscard]] int run_kernel(const Words &words);
[[nodiscard]] int run_ports(const Words &words);
[[nodiscard]] int run_structure(const Words &words);

} // namespace osaca::measure
