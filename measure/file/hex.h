#pragma once

#include "base/expected.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

/// Hexadecimal digits, upper or lower case, with blanks around them at most.
[[nodiscard]] Expected<std::vector<std::uint8_t>> bytes_of_hex(std::string_view text);
[[nodiscard]] std::string hex_of(const std::vector<std::uint8_t> &bytes);

} // namespace osaca::measure
