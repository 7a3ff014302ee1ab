// This machine's counters, by the system's perf_event_open.
#pragma once

#include "measure/counters/counter_source.h"

namespace osaca::measure {

/// Counts what a workload's process does in user space, from when it is ready to its end.
class PerfEvents : public CounterSource {
public:
  [[nodiscard]] Counted count(const std::vector<CounterEvent> &events, Workload &workload) override;
};

/// What the system answered when a counter was to be opened: `error_number` is errno's. `many`: others are open already.
[[nodiscard]] CounterFault fault_of_opening(int error_number, bool many);

} // namespace osaca::measure
