#pragma once

#include <optional>
#include <string_view>

namespace osaca {

/// The first line, counted from 1, in which an operand in Intel syntax divides by something other than a number that
/// begins with 1 to 9. LLVM's parser divides while it reads, and a division by zero would end the process.
/// `intel_from_start`: otherwise the text begins in AT&T syntax, until it says `.intel_syntax`.
[[nodiscard]] std::optional<int> line_of_unsafe_division(std::string_view text, bool intel_from_start);

} // namespace osaca
