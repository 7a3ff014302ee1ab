// Counts as a file: what was counted elsewhere or at another time, or is published, and what `osaca measure counters`
// writes.
#pragma once

#include "base/expected.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/event_matrix.h"
#include "measure/counters/exclusive_pair.h"
#include "measure/counters/stall_events.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::measure {

struct RecordedChase {
  std::string event;
  std::string level; ///< in which its places are; empty: not told
  ChaseCounts counts;
};

struct RoledEvent {
  std::string event;
  StallRole role = StallRole::cycles;
};

/// What a program, or a part of one, did.
struct RecordedProgram {
  std::string command;
  double seconds = 0;                                 ///< 0: not told
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

/// Hostile input: every figure that is taken is a finite number that is not negative.
[[nodiscard]] Expected<CounterRecording> read_recording(std::string_view text, const std::string &name);
[[nodiscard]] std::string recording_text(const CounterRecording &recording);

/// Counts what was recorded of a workload of that name, and runs nothing.
class RecordedCounters : public CounterSource {
public:
  explicit RecordedCounters(EventMatrix matrix) : matrix_(std::move(matrix)) {}
  [[nodiscard]] Counted count(const std::vector<CounterEvent> &events, Workload &workload) override;

private:
  EventMatrix matrix_;
};

} // namespace osaca::measure
