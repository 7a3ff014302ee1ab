// --function: functions that a user names, for every command that has the option.
#pragma once

#include "driver/command_line/option_set.h"

#include "base/expected.h"

namespace osaca::driver {

void add_function_option(OptionSet &options, Words &values);

/// Names and patterns, each once; a comma within brackets belongs to a name ("f(int, int)", "f<int, 2>"). Error: the
/// option is there and names nothing.
[[nodiscard]] Expected<Words> parse_functions(const Words &values);

} // namespace osaca::driver
