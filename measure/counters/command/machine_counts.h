// Counts the events of this machine in the workloads that it can run, and those of a program while a profiler takes
// samples of it.
#pragma once

#include "base/expected.h"
#include "measure/counters/program_shares.h"
#include "measure/counters/recording.h"

#include <string>
#include <vector>

namespace osaca::measure {

// Counts the events of this machine in the workloads that it can run.

/// "pages", "L1", "L2", "L3", "MEM"
[[nodiscard]] const std::vector<std::string> &all_stresses();

struct MachineCountsWish {
  std::vector<CounterEvent> events;
  std::vector<std::string> stresses; ///< empty: all for which the events can be judged
  std::string memory_file;           ///< a file with the measured caches; empty: there is none
};

/// Prints on standard error what could not be counted, and which workloads are left out.
[[nodiscard]] Expected<CounterRecording> counted_here(const MachineCountsWish &wish);

// Runs a program once while it is sampled.

struct SampledRun {
  int exit_status = 0; ///< in the shell's convention
  SampledProgram program;
  std::size_t lines_not_understood = 0; ///< in the output of the profiler
};

/// Runs the command with all processes that it starts under the program `perf`. `events`: the events that show how the
/// command waits for memory; the first one counts all cycles. If the list is empty, the samples follow the system's
/// clock and show only where time is spent.
[[nodiscard]] Expected<SampledRun> sampled_run(const std::string &command, const std::vector<CounterEvent> &events);

} // namespace osaca::measure
