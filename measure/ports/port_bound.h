// How fast ports allow a mix to be, if its uops are spread over them as well as possible.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace osaca::measure {

/// Bit i is the abstract pipe i.
using PipeSet = std::uint64_t;
constexpr int most_pipes = 64;

/// `cycles` of occupancy on any of `pipes`.
struct PipeDemand {
  PipeSet pipes = 0;
  double cycles = 1;
  friend bool operator==(const PipeDemand &, const PipeDemand &) = default;
};

/// What the pipes of a set really do, where they never quite fill.
struct SetRate {
  PipeSet pipes = 0;
  double uops_per_cycle = 0;
};

/// Cycles of the busiest set of pipes: by Hall's theorem the uops that can go nowhere else decide. Sets without a rate
/// do one uop per pipe and cycle.
[[nodiscard]] double port_bound(std::vector<PipeDemand> demands, std::span<const SetRate> rates = {});

/// All sets that can be the busiest one: unions of those that share pipes, also by way of others. At most `most`.
[[nodiscard]] std::vector<PipeSet> connected_unions(const std::vector<PipeSet> &sets, std::size_t most);

} // namespace osaca::measure
