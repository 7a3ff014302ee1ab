// Elsewhere than on Linux on x86-64 nothing is timed yet; all else works.
#include "measure/harness/rehearsal.h"
#include "measure/harness/timed_process.h"

namespace osaca::measure {

TimedRun run_timed(const TimedFrame &, const TimedTask &, ProcessObserver *) {
  TimedRun run;
  run.status = Status::unsupported;
  return run;
}

Rehearsal rehearse(const TimedFrame &, const TimedTask &, const RehearsalOrder &) {
  Rehearsal seen;
  seen.status = Status::unsupported;
  return seen;
}

} // namespace osaca::measure
