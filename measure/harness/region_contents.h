// What memory holds where loops look for addresses or indices in it.
#pragma once

#include <cstdint>
#include <functional>

namespace osaca::measure {

/// Fills memory that begins with `words`.
using RegionFill = std::function<void(std::uint64_t *words, std::uint64_t count)>;

/// Nodes that lead to each other in a random order, which begins with the one at `begin` and comes to all of them.
struct NodeCircle {
  std::uint64_t begin = 0; ///< address of the first node
  std::uint64_t nodes = 0;
  std::uint64_t node_bytes = 64;
  std::uint64_t next_offset = 0;
  bool ends_with_zero = false; ///< instead of leading back to the first
};
[[nodiscard]] RegionFill filled_with_nodes(const NodeCircle &circle, std::uint64_t fill_word);

/// Multiples of `unit`, in no order, below `count` times `unit`. `index_bytes`: 1, 2, 4 or 8.
[[nodiscard]] RegionFill filled_with_indices(int index_bytes, std::uint64_t unit, std::uint64_t count);

} // namespace osaca::measure
