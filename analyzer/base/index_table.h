// Finds equal items of a list by their hashes, without memory for each item.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace osaca {

/// A hash table of indices into a list that the user keeps.
class IndexTable {
public:
  /// `most`: the greatest number of different items.
  explicit IndexTable(std::size_t most) : slots_(std::bit_ceil(2 * most + 2), -1) {}

  /// The index of the item that is equal to item `index`: that of an earlier call, or `index`, which is then
  /// remembered. `is_same(index)`: whether the item that an earlier call remembered is equal.
  template <class IsSame> int first_same(std::size_t hash, int index, const IsSame &is_same) {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15U; // spreads similar hashes
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash * golden_ratio >> (64 - std::countr_zero(slots_.size()));
    for (; slots_[slot] >= 0; slot = (slot + 1) & mask)
      if (is_same(slots_[slot]))
        return slots_[slot];
    slots_[slot] = index;
    return index;
  }

private:
  std::vector<int> slots_; ///< -1: free, as at least half of them are
};

} // namespace osaca
