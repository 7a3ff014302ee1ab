// Sets of abstract pipes: the lower bound that they give for a mix, and which known port each pipe is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace osaca::measure {

// How fast a mix can be if its uops are distributed over the ports in the best way.

/// Bit i is the abstract pipe i.
using PipeSet = std::uint64_t;
constexpr int most_pipes = 64;

/// `cycles` of occupancy on any of `pipes`.
struct PipeDemand {
  PipeSet pipes = 0;
  double cycles = 1;
  friend bool operator==(const PipeDemand &, const PipeDemand &) = default;
};

/// The measured rate of a set of pipes that never fill completely.
struct SetRate {
  PipeSet pipes = 0;
  double uops_per_cycle = 0;
};

/// The lower bound for a mix: the cycles of the busiest set of pipes. Only the uops that can use no pipe outside a set
/// count for it (Hall's theorem). Sets without a rate execute one uop per pipe and cycle.
[[nodiscard]] double port_bound(std::vector<PipeDemand> demands, std::span<const SetRate> rates = {});

/// All sets that can be the busiest one: unions of sets that share pipes directly or through other sets. At most `most`
/// sets.
[[nodiscard]] std::vector<PipeSet> connected_unions(const std::vector<PipeSet> &sets, std::size_t most);

// Which known port each abstract pipe is.

/// One form with its measured demands and those from another source.
struct UsagePair {
  std::vector<PipeDemand> measured; ///< of abstract pipes
  std::vector<PipeDemand> known;    ///< of known ports
};

/// A different port for each pipe, or -1 if there are too few ports, such that as many forms as possible agree. The
/// search improves step by step, starting from the pairs that occur together most often; the result is good but not
/// proven to be optimal.
[[nodiscard]] std::vector<int> best_naming(const std::vector<UsagePair> &forms, int pipes, int ports);

/// Replaces pipes by ports; pipes without a port become bits beyond all ports.
[[nodiscard]] std::vector<PipeDemand> renamed(const std::vector<PipeDemand> &demands, const std::vector<int> &ports);

/// Whether both have the same sets with about the same cycles, in any order.
[[nodiscard]] bool same_demands(const std::vector<PipeDemand> &a, const std::vector<PipeDemand> &b);

} // namespace osaca::measure
