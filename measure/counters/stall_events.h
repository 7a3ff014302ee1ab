// The role of an event of cycles when a program's time is divided into parts.
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
// A chain of loads waits for memory all the time. Independent work next to each load is done while the load waits, so
// the count of waiting cycles must shrink by it. Work that the next load depends on makes the chain longer but not the
// waiting for memory. An event that grows by it counts something else as well.

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
/// The same for a known level of the loads. In L1 nothing must be counted. In a level whose loads take little longer
/// than the lookup there, independent work is done during that time, so the count need not shrink.
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

/// Shares of the time. `memory` is the larger of two counts, because they overlap to an unknown degree. So it is too
/// low if phases of loads and of stores alternate.
struct StallShares {
  double productive = 0;
  double memory = 0;
  double bandwidth = 0;          ///< waiting for memory that bandwidth causes
  double latency = 0;            ///< waiting for memory that latency causes
  bool is_contradictory = false; ///< more waiting than cycles, or more waiting for bandwidth than for memory
};

[[nodiscard]] StallShares taken_apart(const StallCycles &cycles);

} // namespace osaca::measure
