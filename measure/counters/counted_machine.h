// Counts everything about a machine: every event in every workload, in chases (chains of dependent loads), and in pairs
// with other events.
#pragma once

#include "measure/counters/counter_source.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/recording.h"

#include <array>
#include <memory>
#include <span>
#include <utility>

namespace osaca::measure {

// Counts all events in all workloads.

/// The known facts about a workload, and how to run it.
struct StressRun {
  StressWorkload facts;
  std::unique_ptr<Workload> workload;
};

struct CountedMatrix {
  EventMatrix matrix;
  std::vector<std::pair<std::string, CounterFault>> faults; ///< events that could not be counted
};

/// `idle`: a workload that only starts and ends; its counts are subtracted from all others. The median of three runs
/// counts.
[[nodiscard]] CountedMatrix counted_matrix(CounterSource &source, const std::vector<CounterEvent> &events,
                                           std::span<const StressRun> runs, Workload &idle);

// Counts everything about a machine: every event in every workload, in chases (chains of dependent loads), and in pairs
// with other events.

/// A chain of loads: alone, with independent work next to each load, and with work that the next load waits for.
struct StressedChase {
  std::string level;
  ChaseCounts timed;             ///< its counts are not filled in yet
  std::array<StressRun, 3> runs; ///< their units are loads
};

struct MachineStress {
  std::vector<StressRun> runs;
  std::vector<StressedChase> chases;
  std::unique_ptr<Workload> idle;
};

struct CountedMachine {
  CounterRecording recording;     ///< its machine and source are not filled in
  std::vector<std::string> notes; ///< what could not be counted, and why
};

[[nodiscard]] CountedMachine count_machine(CounterSource &source, const std::vector<CounterEvent> &events,
                                           const MachineStress &stress);

/// How many of the events, from the first on, this machine can count at the same time without taking turns.
[[nodiscard]] std::size_t countable_together(CounterSource &source, const std::vector<CounterEvent> &events,
                                             Workload &workload);

// Events that cannot be counted together, for example because they share one filter.

/// Counts the two events of each pair together, and compares the counts with those of each event alone. Events that
/// cannot be counted alone are in no pair.
[[nodiscard]] std::vector<ExclusivePair> exclusive_pairs(CounterSource &source, const std::vector<CounterEvent> &events,
                                                         Workload &workload);

} // namespace osaca::measure
