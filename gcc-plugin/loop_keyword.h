// SPDX-License-Identifier: GPL-3.0-or-later
// The front ends place some loop statements a little after their keyword (at the parenthesis, or after the first
// declaration). This finds the keyword in the source text, which is where a reader looks for the loop.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

/// The place of the last `keyword` at or before `location`, at most a few lines up; `location` itself if the text
/// cannot be read, lies in a macro, or holds no such word.
[[nodiscard]] location_t keyword_location(location_t location, const char *keyword);

} // namespace osaca::gcc
