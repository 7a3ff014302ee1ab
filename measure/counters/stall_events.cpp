#include "measure/counters/stall_events.h"

#include <algorithm>

namespace osaca::measure {

std::string_view name_of(StallRole role) {
  switch (role) {
  case StallRole::cycles: return "cycles";
  case StallRole::pending_misses: return "pending_misses";
  case StallRole::store_buffer: return "store_buffer";
  case StallRole::fill_buffers: return "fill_buffers";
  case StallRole::super_queue: break;
  }
  return "super_queue";
}

std::optional<StallRole> stall_role_named(std::string_view name) {
  const auto found = std::ranges::find_if(all_stall_roles, [name](StallRole role) { return name_of(role) == name; });
  return found == all_stall_roles.end() ? std::nullopt : std::optional(*found);
}

namespace {

constexpr double stall_slack = 0.15; // of the latency: other work of the core meanwhile
constexpr double least_of_latency = 0.05;
constexpr double least_far_latency = 30; // cycles; several times the latency of L1

} // namespace

StallVerdict judged_stalls(const ChaseCounts &counts) {
  const double slack = stall_slack * counts.latency_cycles;
  if (counts.chase < least_of_latency * counts.latency_cycles)
    return StallVerdict::counts_nothing;
  if (counts.chase > counts.latency_cycles + slack)
    return StallVerdict::more_than_there_is;
  if (counts.with_dependent > counts.chase + std::min(slack, counts.dependent_cycles / 2))
    return StallVerdict::grows;
  // The count of an event that begins later than the load can shrink by less.
  const double expected = std::min(counts.independent_cycles, counts.chase);
  if (counts.with_independent > counts.chase - expected / 2)
    return StallVerdict::does_not_shrink;
  return StallVerdict::accepted;
}

StallVerdict judged_in_level(std::string_view level, const ChaseCounts &counts) {
  if (level == "L1")
    return counts.chase > stall_slack * counts.latency_cycles ? StallVerdict::counts_hits : StallVerdict::accepted;
  const StallVerdict verdict = judged_stalls(counts);
  const bool is_near = !level.empty() && counts.latency_cycles < least_far_latency;
  return is_near && verdict == StallVerdict::does_not_shrink ? StallVerdict::accepted : verdict;
}

std::string_view name_of(StallVerdict verdict) {
  switch (verdict) {
  case StallVerdict::accepted: return "accepted";
  case StallVerdict::more_than_there_is: return "counts more cycles than a load takes";
  case StallVerdict::does_not_shrink: return "does not decrease with independent work";
  case StallVerdict::grows: return "increases with dependent work";
  case StallVerdict::counts_hits: return "also counts hits";
  case StallVerdict::counts_nothing: break;
  }
  return "counts nothing";
}

StallShares taken_apart(const StallCycles &cycles) {
  StallShares made;
  if (cycles.all <= 0)
    return made;
  const double memory = std::max(cycles.pending_misses, cycles.store_buffer);
  const double bandwidth = std::max(cycles.fill_buffers + cycles.super_queue, cycles.store_buffer);
  made.is_contradictory = memory > cycles.all || bandwidth > memory;
  made.memory = std::min(memory / cycles.all, 1.0);
  made.bandwidth = std::min(bandwidth / cycles.all, made.memory);
  made.latency = made.memory - made.bandwidth;
  made.productive = 1 - made.memory;
  return made;
}

} // namespace osaca::measure
