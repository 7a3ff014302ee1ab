// Numbers and bytes as text.
#pragma once

#include "base/expected.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

/// "0.2500"
[[nodiscard]] std::string decimal(double value, int digits);

/// Parses hexadecimal digits in upper or lower case; blanks are allowed only around them.
[[nodiscard]] Expected<std::vector<std::uint8_t>> bytes_of_hex(std::string_view text);
[[nodiscard]] std::string hex_of(const std::vector<std::uint8_t> &bytes);

} // namespace osaca::measure
