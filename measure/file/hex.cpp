#include "measure/file/hex.h"

#include "base/text.h"

#include <optional>
#include <utility>

namespace osaca::measure {

Expected<std::vector<std::uint8_t>> bytes_of_hex(std::string_view text) {
  const std::string_view digits = trimmed(text, " \t\r");
  if (digits.size() % 2 != 0)
    return Error{"an odd number of hexadecimal digits"};
  std::optional<std::vector<std::uint8_t>> bytes = bytes_of_hexadecimal(digits);
  if (!bytes)
    return Error{"no hexadecimal digits"};
  return std::move(*bytes);
}

std::string hex_of(const std::vector<std::uint8_t> &bytes) { return hexadecimal(bytes); }

} // namespace osaca::measure
