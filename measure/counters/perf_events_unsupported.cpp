// For systems without perf_event_open.
#include "measure/counters/counter_source.h"
#include "measure/counters/process_workload.h"

namespace osaca::measure {

CounterFault fault_of_opening(int, bool) {
  return {CounterProblem::no_counter, "counters are supported on Linux only"};
}

Counted PerfEvents::count(const std::vector<CounterEvent> &, Workload &) { return fault_of_opening(0, false); }

Expected<CountedProgram> count_program(const std::vector<CounterEvent> &, const std::vector<std::string> &) {
  return Error{"counters are supported on Linux only"};
}

namespace {

struct NoWorkload : Workload {
  [[nodiscard]] std::string name() const override { return "nothing"; }
  [[nodiscard]] bool run(ProcessObserver &) override { return false; }
};

} // namespace

std::vector<StressRun> page_stress() { return {}; }

std::unique_ptr<Workload> idle_workload() { return std::make_unique<NoWorkload>(); }

} // namespace osaca::measure
