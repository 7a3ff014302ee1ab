// Files made by hand, number by number, as Microsoft's and Apple's documents lay them out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace osaca::testing {

/// The low byte first.
inline std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i)
    text += static_cast<char>(value >> (8 * i) & 0xffU);
  return text;
}

/// The high byte first.
inline std::string big_number(std::uint64_t value, int bytes) {
  const std::string text = number(value, bytes);
  return {text.rbegin(), text.rend()};
}

inline std::string padded(std::string_view text, std::size_t bytes) {
  std::string made(text.substr(0, bytes));
  made.resize(bytes, '\0');
  return made;
}

} // namespace osaca::testing
