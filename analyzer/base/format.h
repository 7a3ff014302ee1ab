// Texts with values in them, written with the format strings of the library fmt.
//
// fmt is compiled into one source of ours (format.cpp). Debian 12 has it only as a shared library, which would slow
// down every start of `osaca`, and including the whole library everywhere costs five seconds per source.
#pragma once

#include <fmt/core.h>

#include <string>

namespace osaca {

[[nodiscard]] std::string format_arguments(fmt::string_view text, fmt::format_args arguments);

/// `format_text("{} of {} loops", 2, name)`. The format string is checked when the program is compiled. The name is not
/// `format`, because argument-dependent lookup would also find std::format.
template <class... Values>
[[nodiscard]] std::string format_text(fmt::format_string<Values...> text, Values &&...values) {
  return format_arguments(text, fmt::make_format_args(values...));
}

} // namespace osaca
