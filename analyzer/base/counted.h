#pragma once

#include <concepts>
#include <string>

namespace osaca {

/// "1 loop", "3 loops".
[[nodiscard]] std::string counted(std::integral auto number, const std::string &noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

} // namespace osaca
