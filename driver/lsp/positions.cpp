#include "driver/lsp/positions.h"

#include <algorithm>
#include <climits>

namespace osaca::driver::lsp {
namespace {

/// Of the character that begins with this byte. A byte that begins none counts by itself.
std::size_t bytes_of_character(std::string_view rest) {
  const auto first = static_cast<unsigned char>(rest.front());
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return std::min(bytes, rest.size());
}

int units_of_character(std::size_t bytes, Encoding encoding) {
  if (encoding == Encoding::utf8)
    return static_cast<int>(bytes);
  return bytes == 4 ? 2 : 1;
}

} // namespace

std::string_view name_of(Encoding encoding) { return encoding == Encoding::utf8 ? "utf-8" : "utf-16"; }

std::size_t byte_of(std::string_view line, int character, Encoding encoding) {
  std::size_t byte = 0;
  while (byte < line.size()) {
    const std::size_t bytes = bytes_of_character(line.substr(byte));
    character -= units_of_character(bytes, encoding);
    if (character < 0)
      break;
    byte += bytes;
  }
  return byte;
}

int character_of(std::string_view line, std::size_t byte, Encoding encoding) {
  int character = 0;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t bytes = bytes_of_character(line.substr(i));
    if (i + bytes > byte)
      break;
    character += units_of_character(bytes, encoding);
    i += bytes;
  }
  return character;
}

} // namespace osaca::driver::lsp
