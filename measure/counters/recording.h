// Counts as a file: counted elsewhere or at another time, published, or written by `osaca measure counters`; and the
// report about them.
#pragma once

#include "base/expected.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/stall_events.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::measure {

/// Two events that cannot be counted together, for example because they share one filter.
struct ExclusivePair {
  std::string first;
  std::string second;
  std::string reason;
};

// Counts as a file: counted elsewhere or at another time, published, or written by `osaca measure counters`.

struct RecordedChase {
  std::string event;
  std::string level; ///< the level that its data are in; empty: not known
  ChaseCounts counts;
};

struct RoledEvent {
  std::string event;
  StallRole role = StallRole::cycles;
};

/// The counts of a program or of a part of one.
struct RecordedProgram {
  std::string command;
  double seconds = 0;                                 ///< 0: not known
  std::vector<std::pair<std::string, double>> counts; ///< by event
};

struct CounterRecording {
  std::string machine;
  std::string source; ///< of the figures
  EventMatrix matrix;
  std::vector<EventFormula> formulas;
  std::vector<RecordedChase> chases;
  std::vector<RoledEvent> roles;
  std::vector<ExclusivePair> exclusive;
  std::vector<RecordedProgram> programs;
};

/// The text may be hostile: only finite numbers that are not negative are accepted.
[[nodiscard]] Expected<CounterRecording> read_recording(std::string_view text, const std::string &name);
[[nodiscard]] std::string recording_text(const CounterRecording &recording);

// The report of `osaca measure counters`.

/// For each part that the workloads stress: which events count its activity, which do not and why, and its capacity.
[[nodiscard]] std::string counters_report(const CounterRecording &recording);

} // namespace osaca::measure
