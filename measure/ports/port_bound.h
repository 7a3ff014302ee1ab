// How fast ports allow a mix to be, if its uops are spread over them as well as possible.
#pragma once

#include <cstdint>
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

/// Cycles of the busiest set of pipes: by Hall's theorem the uops that can go nowhere else decide.
[[nodiscard]] double port_bound(std::vector<PipeDemand> demands);

} // namespace osaca::measure
