// Systems on which calls cannot be timed.
#include "measure/calls/call_process.h"

namespace osaca::measure::calls {

TimedRun time_calls(const TimedFrame &, const CallTask &) {
  TimedRun run;
  run.status = Status::unsupported;
  run.detail = "calls are timed on Linux and x86-64 only";
  return run;
}

std::string c_library_version() { return ""; }

} // namespace osaca::measure::calls
