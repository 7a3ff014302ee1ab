// Numbers of things in a list.
#pragma once

#include <cstddef>

namespace osaca {

/// The place of number `index`, which is one: not negative.
[[nodiscard]] constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

} // namespace osaca
