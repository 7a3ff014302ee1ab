// Where there is no perf_event_open.
#include "measure/counters/perf_events.h"

namespace osaca::measure {

CounterFault fault_of_opening(int, bool) { return {CounterProblem::no_counter, "counters are read on Linux only"}; }

Counted PerfEvents::count(const std::vector<CounterEvent> &, Workload &) { return fault_of_opening(0, false); }

} // namespace osaca::measure
