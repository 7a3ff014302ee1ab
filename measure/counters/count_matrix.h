// Counts all events in all workloads.
#pragma once

#include "measure/counters/counter_source.h"
#include "measure/counters/event_matrix.h"

#include <memory>
#include <span>
#include <utility>

namespace osaca::measure {

/// What is known of a workload, and how it is run.
struct StressRun {
  StressWorkload facts;
  std::unique_ptr<Workload> workload;
};

struct CountedMatrix {
  EventMatrix matrix;
  std::vector<std::pair<std::string, CounterFault>> faults; ///< events that could not be counted
};

/// `idle`: does nothing but begin and end; what it counts is taken off all others. Of three runs the median counts.
[[nodiscard]] CountedMatrix counted_matrix(CounterSource &source, const std::vector<CounterEvent> &events,
                                           std::span<const StressRun> runs, Workload &idle);

} // namespace osaca::measure
