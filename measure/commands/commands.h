// The subcommands of `osaca measure`.
#pragma once

#include "driver/command_line/command.h"
#include "driver/command_line/exit_status.h"
#include "driver/command_line/messages.h"

namespace osaca::measure {

using driver::complain;
using driver::OptionSet;
using driver::success;
using driver::unusable_input;
using driver::Words;

extern const driver::Command blocks_command;
extern const driver::Command counters_command;
extern const driver::Command instructions_command;
extern const driver::Command kernel_command;
extern const driver::Command memory_command;
extern const driver::Command ports_command;
extern const driver::Command structure_command;

} // namespace osaca::measure
