// All that is counted of a machine: every event in every workload, in the chases, and beside others.
#pragma once

#include "measure/counters/count_matrix.h"
#include "measure/counters/recording.h"

#include <array>

namespace osaca::measure {

/// A chain of loads: alone, with independent work beside each load, and with work that the next load waits for.
struct StressedChase {
  std::string level;
  ChaseCounts timed;             ///< of these the counts are still open
  std::array<StressRun, 3> runs; ///< their units are loads
};

struct MachineStress {
  std::vector<StressRun> runs;
  std::vector<StressedChase> chases;
  std::unique_ptr<Workload> idle;
};

struct CountedMachine {
  CounterRecording recording;     ///< its machine and source are left open
  std::vector<std::string> notes; ///< what could not be counted, and why
};

[[nodiscard]] CountedMachine count_machine(CounterSource &source, const std::vector<CounterEvent> &events,
                                           const MachineStress &stress);

/// As many of the events, from the first on, as this machine counts at the same time all the time.
[[nodiscard]] std::size_t countable_together(CounterSource &source, const std::vector<CounterEvent> &events,
                                             Workload &workload);

} // namespace osaca::measure
