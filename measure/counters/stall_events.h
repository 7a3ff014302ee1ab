// Which events of stalled cycles tell how long a core waits for memory, and how that time is taken apart.
//
// A chain of loads waits for memory all the time. Independent work put beside each load is done while it waits: what
// counts waiting must shrink by it. Work that the next load depends on makes the chain longer, not the waiting for
// memory: what grows by it counts something else as well.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace osaca::measure {

/// Cycles of an event per load, in three workloads.
struct ChaseCounts {
  double latency_cycles = 0; ///< of a load, as timed
  double chase = 0;
  double with_independent = 0;
  double independent_cycles = 0; ///< of work beside each load
  double with_dependent = 0;
  double dependent_cycles = 0; ///< by which each step of the chain is longer
};

enum class StallVerdict : std::uint8_t {
  accepted,
  more_than_there_is, ///< more cycles than the load takes
  does_not_shrink,    ///< by independent work
  grows,              ///< by dependent work: it counts waiting for registers
  counts_nothing,
  counts_hits ///< waiting for what is in the first level
};

[[nodiscard]] StallVerdict judged_stalls(const ChaseCounts &counts);
/// The same where it is known which level the loads come from. In the first one nothing must be counted; where a load
/// takes little more than looking it up there, independent work is done in that time, and nothing need shrink.
[[nodiscard]] StallVerdict judged_in_level(std::string_view level, const ChaseCounts &counts);
[[nodiscard]] std::string_view name_of(StallVerdict verdict);

/// Cycles in which a core could not go on, by what the events say.
struct StallCycles {
  double all = 0;            ///< cycles of the program
  double pending_misses = 0; ///< nothing was executed while a load that missed L1 was pending
  double store_buffer = 0;   ///< it was full
  double fill_buffers = 0;   ///< all were in use ...
  double super_queue = 0;    ///< ... and those behind them
};

/// Parts of the time. Where phases of loads and of stores alternate, `memory` is too low: the larger one of two counts
/// is taken, for they overlap to a degree that they do not tell.
struct StallShares {
  double productive = 0;
  double memory = 0;
  double bandwidth = 0;          ///< of memory
  double latency = 0;            ///< of memory
  bool is_contradictory = false; ///< more waiting than cycles, or more for bandwidth than for memory
};

[[nodiscard]] StallShares taken_apart(const StallCycles &cycles);

} // namespace osaca::measure
