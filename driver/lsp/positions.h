// Places in a text as the protocol counts them, and the bytes that compilers count.
#pragma once

#include <cstddef>
#include <string_view>

namespace osaca::driver::lsp {

enum class Encoding { utf8, utf16 };
/// "utf-8", "utf-16": as the protocol names them.
[[nodiscard]] std::string_view name_of(Encoding encoding);

struct Position { ///< both from 0
  int line = 0;
  int character = 0; ///< in units of the encoding
};

struct Range { ///< up to, but without, `end`
  Position begin;
  Position end;
};

/// Of a line in UTF-8. What lies behind its end is its end; what lies within a character is that character's begin.
[[nodiscard]] std::size_t byte_of(std::string_view line, int character, Encoding encoding);
[[nodiscard]] int character_of(std::string_view line, std::size_t byte, Encoding encoding);

} // namespace osaca::driver::lsp
