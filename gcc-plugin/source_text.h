// SPDX-License-Identifier: GPL-3.0-or-later
// What can be told from the source text alone, where the compiler keeps no places: where a loop's keyword stands,
// and where a use of a macro begins. The text may be missing (standard input) or not
// what was compiled, so every answer may be "unknown".
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

/// The place of the last `keyword` at or before `location`, at most a few lines up; UNKNOWN_LOCATION if the text
/// cannot be read or holds no such word. The front ends place some loop statements a little
/// after their keyword (at the parenthesis, or after the first declaration).
[[nodiscard]] location_t keyword_location(location_t location, const char *keyword);

/// Where the code of the line begins: behind blanks and a number that stands before a statement of Fortran. `location`
/// itself if the text cannot be read.
[[nodiscard]] location_t first_code_on_line(location_t location);

/// The first sign of code after the place, 'x' for a word or a literal: past blanks, comments, `#pragma` lines and
/// `_Pragma("...")`. '\0' if the text cannot be read, nothing comes within some lines, or it depends on a condition of
/// the preprocessor.
[[nodiscard]] char next_code_after(location_t last);

/// True if the text that ends at `last` is `_Pragma("...")` itself.
[[nodiscard]] bool ends_with_pragma_operator(location_t last);

/// False if the use of a macro that begins at `first` ends, by the text, on a line above that of `last`.
[[nodiscard]] bool macro_use_reaches(location_t first, location_t last);

/// Where the use of a macro begins that ends at `last`: `NAME` or `NAME(...)`. UNKNOWN_LOCATION if there is none.
[[nodiscard]] location_t macro_use_ending_at(location_t last);

} // namespace osaca::gcc
