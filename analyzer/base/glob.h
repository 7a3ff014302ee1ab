// Patterns over opcode names: '*' is any run of characters, '?' any one character, everything else itself.
#pragma once

#include <string_view>

namespace osaca {

[[nodiscard]] bool is_glob(std::string_view pattern);

/// Takes at most |pattern| * |text| steps, whatever the pattern.
[[nodiscard]] bool glob_matches(std::string_view pattern, std::string_view text);

} // namespace osaca
