// Events that count cycles: the role of each when a program's time is divided into parts, and which of them are
// reliable.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace osaca::measure {

enum class StallRole : std::uint8_t {
  cycles,         ///< all of them
  pending_misses, ///< cycles in which nothing was executed while a load that missed L1 was pending
  store_buffer,   ///< cycles in which the store buffer was full
  fill_buffers,   ///< cycles in which all fill buffers were in use
  super_queue     ///< cycles in which all buffers of the next level were in use
};

constexpr std::array<StallRole, 5> all_stall_roles = {StallRole::cycles, StallRole::pending_misses,
                                                      StallRole::store_buffer, StallRole::fill_buffers,
                                                      StallRole::super_queue};

[[nodiscard]] std::string_view name_of(StallRole role);
[[nodiscard]] std::optional<StallRole> stall_role_named(std::string_view name);

// Which events of stalled cycles show how long a core waits for memory, and how that time is divided.
//
// A chain of loads waits for memory all the time. An event is counted in such a chain and in two variants of it. In the
// first variant, independent work is done while each load waits, so the count of waiting cycles must decrease by the
// cycles of this work. In the second variant, the next load depends on the additional work. The chain gets longer, but
// the waiting for memory does not. An event whose count increases in the second variant counts something else as well.

/// Cycles of an event per load, in three workloads.
struct ChaseCounts {
  double latency_cycles = 0; ///< of a load, as timed
  double chase = 0;
  double with_independent = 0;
  double independent_cycles = 0; ///< of the work next to each load
  double with_dependent = 0;
  double dependent_cycles = 0; ///< the cycles by which each step of the chain is longer
};

enum class StallVerdict : std::uint8_t {
  accepted,
  more_than_there_is, ///< more cycles than the load takes
  does_not_shrink,    ///< does not shrink with independent work
  grows,              ///< grows with dependent work: it counts waiting for registers
  counts_nothing,
  counts_hits ///< counts waiting for data that are in L1
};

[[nodiscard]] StallVerdict judged_stalls(const ChaseCounts &counts);
/// As judged_stalls(), for loads whose level is known. In L1 the event must count nothing. In a near level, loads take
/// little longer than the lookup in L1. The independent work is done during the lookup, so the count need not decrease.
[[nodiscard]] StallVerdict judged_in_level(std::string_view level, const ChaseCounts &counts);
[[nodiscard]] std::string_view name_of(StallVerdict verdict);

/// Cycles in which a core could not proceed, as counted by the events.
struct StallCycles {
  double all = 0;            ///< cycles of the program
  double pending_misses = 0; ///< nothing was executed while a load that missed L1 was pending
  double store_buffer = 0;   ///< the store buffer was full
  double fill_buffers = 0;   ///< all fill buffers were in use
  double super_queue = 0;    ///< all buffers of the next level were in use
};

/// Shares of the time. `memory` comes from the larger of two counts, pending misses and full store buffers, because
/// these overlap to an unknown degree. So it is too low if phases of loads and of stores alternate.
struct StallShares {
  double productive = 0;
  double memory = 0;
  double bandwidth = 0;          ///< waiting for memory that bandwidth causes
  double latency = 0;            ///< waiting for memory that latency causes
  bool is_contradictory = false; ///< more waiting than cycles, or more waiting for bandwidth than for memory
};

[[nodiscard]] StallShares taken_apart(const StallCycles &cycles);

} // namespace osaca::measure
