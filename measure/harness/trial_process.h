// One process for the many trial runs of a search: to start a process takes much longer than a trial.
#pragma once

#include "measure/harness/timed_code.h"
#include "measure/harness/timed_process.h"

#include <sys/types.h>

namespace osaca::measure {

struct TrialMemory;

/// Runs unchecked code as rehearse() does, one run after the other in the same process. Memory and registers begin
/// anew in each run. A run that does not end, or that ends the process, costs that process only: the next run starts
/// another one.
class TrialProcess {
public:
  /// `frame`: has to outlive the object. No process is started before the first run.
  explicit TrialProcess(const TimedFrame &frame);
  ~TrialProcess();
  TrialProcess(const TrialProcess &) = delete;
  TrialProcess &operator=(const TrialProcess &) = delete;

  /// `task`: without regions, and its code does not change memory between passes (TimedTask::changes_memory).
  [[nodiscard]] Rehearsal run(const TimedTask &task);

private:
  [[nodiscard]] bool start();
  /// The status of a task that was ordered.
  [[nodiscard]] Status wait(unsigned limit_seconds);
  [[nodiscard]] int end();

  const TimedFrame &frame_;
  TrialMemory *memory_ = nullptr; ///< null: there is none, so each run gets a process of its own
  pid_t process_ = 0;             ///< 0: there is none now
  int channel_ = -1;
};

} // namespace osaca::measure
