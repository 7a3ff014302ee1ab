// Makes text from outside (names, assembly, settings, messages) safe to print. Terminals execute some characters
// instead of showing them, and others make a line read differently from what it contains. Bytes that are not UTF-8 are
// kept, unless a terminal would execute them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace osaca {

/// The length in bytes of the UTF-8 character at the beginning of `text`, which must not be empty; 0: it is not valid.
[[nodiscard]] std::size_t length_of_character(std::string_view text);

/// `character` is one character, or a byte that does not belong to one. Control characters are C0 (including tab and
/// line end), DEL and C1, Unicode's line and paragraph separators, and the characters that override, embed or isolate a
/// direction of writing.
[[nodiscard]] bool is_control(std::string_view character);

/// Replaces each control character with `?`, except tabs and line ends.
[[nodiscard]] std::string printable(std::string_view text);

/// Like printable(), but keeps sequences that only select a colour (ESC [ digits m), for text that osaca has coloured.
[[nodiscard]] std::string printable_and_coloured(std::string_view text);

/// Writes the control characters of a JSON text as escapes. Valid JSON has them only within strings.
[[nodiscard]] std::string with_escaped_controls(std::string json);

} // namespace osaca
