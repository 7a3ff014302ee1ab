// Which events a program is to be counted by: those that are believed, as many as can be counted at the same time.
#pragma once

#include "measure/counters/program_report.h"
#include "measure/counters/program_shares.h"

namespace osaca::measure {

struct ProgramEvents {
  std::vector<BelievedEvent> parts;
  std::vector<RoledEvent> roles;
  std::vector<CounterEvent> wanted;  ///< the parts' events in their order, then those of the roles
  std::vector<std::string> left_out; ///< with their reasons
};

/// Waiting for memory first, then the parts of the machine. `events`: their codes. `idle`: what the number of counters
/// is tried with.
[[nodiscard]] ProgramEvents program_events(const CounterRecording &recording, const std::vector<CounterEvent> &events,
                                           CounterSource &source, Workload &idle);

/// A command as recordings can hold it.
[[nodiscard]] std::string recorded_command(const std::string &command);

/// What a recording keeps of a program: the counts that there are.
[[nodiscard]] RecordedProgram recorded_program(const std::string &command, const std::vector<CounterEvent> &wanted,
                                               const CountedProgram &program);

} // namespace osaca::measure
