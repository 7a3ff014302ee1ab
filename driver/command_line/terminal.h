// What the output goes to.
#pragma once

#include "driver/command_line/option_set.h"

#include <string>

namespace osaca::driver {

/// --color: "auto", "always" or "never".
void add_colour_option(OptionSet &options, std::string &choice);

/// `choice` is "always", "never" or "auto": on a terminal, unless NO_COLOR is set (no-color.org) or the terminal is
/// dumb.
[[nodiscard]] bool wants_colour(const std::string &choice, bool to_stdout);

/// Columns of the terminal behind standard output, 0: no terminal, no limit.
[[nodiscard]] int terminal_width();

} // namespace osaca::driver
