#include "measure/file/hex.h"

namespace osaca::measure {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

int digit_value(char c) {
  const std::size_t found = digits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
  return found == std::string_view::npos ? -1 : static_cast<int>(found);
}

} // namespace

Expected<std::vector<std::uint8_t>> bytes_of_hex(std::string_view text) {
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  if (text.size() % 2 != 0)
    return Error{"an odd number of hexadecimal digits"};
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit_value(text[i]);
    const int low = digit_value(text[i + 1]);
    if (high < 0 || low < 0)
      return Error{"no hexadecimal digits"};
    bytes.push_back(static_cast<std::uint8_t>(high * 16 + low));
  }
  return bytes;
}

std::string hex_of(const std::vector<std::uint8_t> &bytes) {
  std::string text;
  for (std::uint8_t byte : bytes) {
    text += digits[byte / 16U];
    text += digits[byte % 16U];
  }
  return text;
}

} // namespace osaca::measure
