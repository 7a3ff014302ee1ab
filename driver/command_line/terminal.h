// What the output goes to.
#pragma once

#include <string>

namespace osaca::driver {

/// `choice` is "always", "never" or "auto": on a terminal, unless NO_COLOR is set (no-color.org) or the terminal is
/// dumb.
[[nodiscard]] bool wants_colour(const std::string &choice, bool to_stdout);

/// Columns of the terminal behind standard output, 0: no terminal, no limit.
[[nodiscard]] int terminal_width();

} // namespace osaca::driver
