#include "measure/harness/timed_process.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace osaca::measure {

Rehearsal rehearse(const TimedFrame &frame, const TimedTask &task, const RehearsalOrder &order) {
  Rehearsal seen;
  if (task.counting) {
    const TimedRun run = run_timed(frame, task);
    seen.status = run.status;
    seen.detail = run.detail;
    seen.laps = run.laps;
    return seen;
  }
  void *memory = ::mmap(nullptr, sizeof(StepTrace), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return seen;
  auto *trace = static_cast<StepTrace *>(memory); // all zeros is an empty trace; unused parts are not touched
  trace->limit = std::min(order.most_steps, max_steps);
  TimedTask stepped = task;
  stepped.rehearsal = {trace, 1, order.detours};
  const TimedRun run = run_timed(frame, stepped);
  seen.status = run.status;
  seen.detail = run.detail;
  // The code may have written there, too, so the count is checked.
  const std::size_t count = std::min(trace->count, max_steps);
  seen.steps.assign(trace->steps.begin(), trace->steps.begin() + static_cast<std::ptrdiff_t>(count));
  ::munmap(memory, sizeof(StepTrace));
  return seen;
}

} // namespace osaca::measure
