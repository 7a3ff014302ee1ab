#pragma once

#include <string>

namespace osaca::measure {

/// "0.2500"
[[nodiscard]] std::string decimal(double value, int digits);

} // namespace osaca::measure
