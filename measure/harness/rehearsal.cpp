#include "measure/harness/measuring_child.h"

#include <algorithm>
#include <sys/mman.h>

namespace osaca::measure {

Rehearsal rehearse(const TimedFrame &frame, const TimedTask &task) {
  Rehearsal seen;
  void *memory = ::mmap(nullptr, sizeof(StepTrace), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return seen;
  auto *trace = static_cast<StepTrace *>(memory); // all zeros is an empty trace; unused parts are not touched
  TimedTask with_trace = task;
  if (with_trace.recording)
    with_trace.recording->trace = trace;
  seen = rehearsal_of(run_timed(frame, with_trace), *trace);
  ::munmap(memory, sizeof(StepTrace));
  return seen;
}

Rehearsal rehearsal_of(const TimedRun &run, const StepTrace &trace) {
  Rehearsal seen;
  seen.status = run.status;
  seen.detail = run.detail;
  seen.laps = run.laps;
  // The code may have written there, too, so the count is checked.
  const std::size_t count = std::min(trace.count, max_steps);
  seen.steps.assign(trace.steps.begin(), trace.steps.begin() + static_cast<std::ptrdiff_t>(count));
  return seen;
}

} // namespace osaca::measure
