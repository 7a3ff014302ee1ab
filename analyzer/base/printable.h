// Text of others that is shown: names, assembly, settings, messages. A terminal obeys some characters instead of
// showing them, and others make a line read differently from what it says. What is not UTF-8 is passed on, unless a
// terminal obeys it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace osaca {

/// How many bytes the character of UTF-8 at the beginning of `text` has, which is not empty; 0: there is none.
[[nodiscard]] std::size_t length_of_character(std::string_view text);

/// `character` is one character, or a byte that is no part of one. Control characters (C0, DEL and C1; a tab and a line
/// end too), what ends a line or paragraph in Unicode, and what overrides, embeds or isolates a direction of writing.
[[nodiscard]] bool is_control(std::string_view character);

/// With `?` in place of each control character. Tabs and line ends stay.
[[nodiscard]] std::string printable(std::string_view text);

/// The same, but sequences that only choose a colour (ESC [ digits m) stay: for text that was coloured by us.
[[nodiscard]] std::string printable_and_coloured(std::string_view text);

/// JSON in which control characters are written as escapes: they can only be within strings.
[[nodiscard]] std::string with_escaped_controls(std::string json);

} // namespace osaca
