#include "measure/file/number_text.h"

#include "base/text.h"

#include <cstdio>
#include <optional>
#include <utility>

namespace osaca::measure {

std::string decimal(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

Expected<std::vector<std::uint8_t>> bytes_of_hex(std::string_view text) {
  const std::string_view digits = trimmed(text, " \t\r");
  if (digits.size() % 2 != 0)
    return Error{"an odd number of hexadecimal digits"};
  std::optional<std::vector<std::uint8_t>> bytes = bytes_of_hexadecimal(digits);
  if (!bytes)
    return Error{"not only hexadecimal digits"};
  return std::move(*bytes);
}

std::string hex_of(const std::vector<std::uint8_t> &bytes) { return hexadecimal(bytes); }

} // namespace osaca::measure
