// This machine's counters, by the system's perf_event_open.
#pragma once

#include "base/expected.h"
#include "measure/counters/counter_source.h"

namespace osaca::measure {

/// Counts what a workload's process does in user space, from when it is ready to its end.
class PerfEvents : public CounterSource {
public:
  [[nodiscard]] Counted count(const std::vector<CounterEvent> &events, Workload &workload) override;
};

/// What a whole program did.
struct CountedProgram {
  int exit_status = 0; ///< as a shell has it
  double seconds = 0;
  std::vector<Counted> counts; ///< of each event, one value or why there is none
};

/// Runs the program once, and counts it with its threads and the programs that it starts. Events that had to take turns
/// have no count: the program is not run again for them.
[[nodiscard]] Expected<CountedProgram> count_program(const std::vector<CounterEvent> &events,
                                                     const std::vector<std::string> &words);

/// What the system answered when a counter was to be opened: `error_number` is errno's. `many`: others are open
/// already.
[[nodiscard]] CounterFault fault_of_opening(int error_number, bool many);

} // namespace osaca::measure
