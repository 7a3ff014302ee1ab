// Places that lead to each other in a circle: each holds the address of the next one.
#pragma once

#include "measure/memory/walk.h"

#include <cstdint>
#include <vector>

namespace osaca::measure::memory {

/// A generator of numbers that nothing depends on but the way through memory.
class Shuffler {
public:
  explicit Shuffler(std::uint64_t seed) : state_(seed * 2 + 1) {}
  [[nodiscard]] std::uint64_t below(std::uint64_t limit);
  void shuffle(std::vector<std::uint32_t> &values);

private:
  std::uint64_t state_;
};

/// A seed that differs from run to run.
[[nodiscard]] std::uint64_t fresh_seed();

/// For each chain, the places in the order in which it comes to them. Chains share no place, and all of them go through
/// the same blocks at the same time.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> chase_orders(const Walk &walk, std::uint64_t seed);

/// Where place number `place` begins. Steps of whole pages are varied by lines, or all places would share a few sets.
[[nodiscard]] std::uint64_t place_offset(const Walk &walk, std::uint32_t place);

} // namespace osaca::measure::memory
