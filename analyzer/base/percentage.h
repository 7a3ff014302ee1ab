#pragma once

#include <optional>
#include <string>

namespace osaca {

/// "5", "5%" or "2.5 %", from 0 to 1000; empty for anything else.
[[nodiscard]] std::optional<double> parse_percentage(std::string text);

/// "5", "2.5": without the sign and without zeros that say nothing.
[[nodiscard]] std::string text_of_percentage(double percent);

} // namespace osaca
