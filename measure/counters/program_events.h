// Which events to count for a program, and what its counts mean.
#pragma once

#include "measure/counters/counter_source.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/program_shares.h"

namespace osaca::measure {

// What the counts of a program mean, given which events are reliable.

/// The reliable event for a part of the machine.
struct BelievedEvent {
  CountedPart part;
  EventVerdict verdict;
  CounterEvent event;
};

/// For each part the best event, if one is accepted and its code is known.
[[nodiscard]] std::vector<BelievedEvent> believed_events(const EventMatrix &matrix,
                                                         const std::vector<CounterEvent> &events);

/// For each part: units, units per second, and the share of its capacity, where that is known. `program`: counts of the
/// believed events, in their order.
[[nodiscard]] std::string program_report(const std::vector<BelievedEvent> &believed, const EventMatrix &matrix,
                                         const CountedProgram &program);

// Which events to count for a program: the reliable ones, as many as can be counted at the same time.

struct ProgramEvents {
  std::vector<BelievedEvent> parts;
  std::vector<RoledEvent> roles;
  std::vector<CounterEvent> wanted;  ///< the events of `parts` in their order, then those of `roles`
  std::vector<std::string> left_out; ///< with their reasons
};

/// Chooses first the events for waiting for memory, then those for the parts of the machine. `events`: the codes of the
/// events. `idle`: the workload with which the number of counters is determined.
[[nodiscard]] ProgramEvents program_events(const CounterRecording &recording, const std::vector<CounterEvent> &events,
                                           CounterSource &source, Workload &idle);

/// The command in a form that recordings can hold.
[[nodiscard]] std::string recorded_command(const std::string &command);

/// What a recording keeps of a program: the counts that exist.
[[nodiscard]] RecordedProgram recorded_program(const std::string &command, const std::vector<CounterEvent> &wanted,
                                               const CountedProgram &program);

} // namespace osaca::measure
