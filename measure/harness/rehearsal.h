// A loop run step by step before it is timed, in a process of its own: how often it goes round, and with what values.
#pragma once

#include "measure/harness/timed_process.h"

#include <functional>
#include <string>
#include <vector>

namespace osaca::measure {

/// The registers before each step.
struct Rehearsal {
  Status status = Status::crashed;
  std::string detail;
  std::vector<Step> steps; ///< passes end with end_of_pass
  CountedLaps laps;        ///< of a task with counting
};

struct RehearsalOrder {
  std::size_t most_steps = max_steps;
  std::vector<Detour> detours;
};

/// The short window of the task: counted if the task says so, else step by step.
[[nodiscard]] Rehearsal rehearse(const TimedFrame &frame, const TimedTask &task, const RehearsalOrder &order);

/// Who else may do it: tests without a processor of the right kind.
using Rehearser = std::function<Rehearsal(const TimedTask &, const RehearsalOrder &)>;

} // namespace osaca::measure
