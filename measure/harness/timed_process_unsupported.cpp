// On systems other than Linux on x86-64 nothing can be timed; everything else works.
#include "measure/harness/timed_process.h"
#include "measure/harness/trial_process.h"

namespace osaca::measure {

TimedRun run_timed(const TimedFrame &, const TimedTask &, ProcessObserver *) {
  TimedRun run;
  run.status = Status::unsupported;
  return run;
}

Rehearsal rehearse(const TimedFrame &, const TimedTask &) {
  Rehearsal seen;
  seen.status = Status::unsupported;
  return seen;
}

TrialProcess::TrialProcess(const TimedFrame &frame) : frame_(frame) {}
TrialProcess::~TrialProcess() = default;
Rehearsal TrialProcess::run(const TimedTask &task) { return rehearse(frame_, task); }

} // namespace osaca::measure
