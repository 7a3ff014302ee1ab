// A figure from several processes, which differ in what memory they were given and in what else ran at the time.
#pragma once

#include "kernel/instruction.h"
#include "measure/file/status.h"
#include "measure/harness/calm_core.h"
#include "measure/harness/timed_process.h"

#include <cstddef>
#include <functional>
#include <string>

namespace osaca::measure {

struct Measurement {
  Status status = Status::ok;
  double cycles = 0; ///< meaningful for ok and unstable
  double spread = 0; ///< (max - min) / median of the runs that count
  std::string detail;
  std::string directed = {}; ///< jumps that were given another condition, so that they go the path's way
};

/// How often the code is executed in one pass of each window.
struct Executions {
  double shorter = 0;
  double longer = 0;
  double least_cycles = 0; ///< that one takes on any core: what is not above it is no figure
};

/// For so many instructions, by the width of the widest core there is.
/// No x86 core so far renames more than eight macro-ops per cycle, and none makes one of more than two instructions.
constexpr double most_instructions_per_cycle = 16;
[[nodiscard]] double least_cycles_of(std::size_t instructions, double per_cycle = most_instructions_per_cycle);

/// The same, where the instructions are known. No x86 core so far executes more than three branches per cycle (Zen 5,
/// Lion Cove), of which two are taken (Zen 5; most can do one).
constexpr double most_branches_per_cycle = 3;
constexpr double most_taken_branches_per_cycle = 2;
[[nodiscard]] double least_cycles_of(const std::vector<Instruction> &code);

struct Repetition {
  int runs = 3;                  ///< processes that must agree
  double patience_seconds = 0.1; ///< for how long further ones are started if they do not
  double wait_seconds = 0;       ///< of all figures together, so much longer while somebody else is on the core
};

/// Starts a process and brings back what it found.
using Run = std::function<TimedRun()>;

/// `core`: kept from call to call. If the processes disagree, the lowest count: disturbances only add.
[[nodiscard]] Measurement repeated_measurement(const TimedFrame &frame, const TimedTask &task,
                                               const Executions &executions, const Repetition &repetition,
                                               CalmCore &core);
[[nodiscard]] Measurement repeated_measurement(const Run &run, const Executions &executions,
                                               const Repetition &repetition, CalmCore &core);

} // namespace osaca::measure
