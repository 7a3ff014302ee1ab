// The share of the time of a program or function that is spent waiting for memory, and which events can show it.
#pragma once

#include "measure/counters/recording.h"
#include "profile/perf_script.h"

namespace osaca::measure {

// Which events can divide a program's cycles into parts, and which role each of them has.

struct RoleVerdict {
  StallRole role = StallRole::cycles;
  std::string event;
  bool is_accepted = false;
  std::string reason; ///< why it was accepted or rejected
};

/// An event for all cycles must count the cycles that a load takes. An event for pending misses must be accepted by
/// judged_in_level() in each level. An event for full buffers must count while many lines are in flight. It must not
/// count in a chain of loads, where only one line is in flight at a time.
[[nodiscard]] std::vector<RoleVerdict> judged_roles(const CounterRecording &recording);

// How much of a program's time is waiting for memory, and whether latency or bandwidth limits it.

/// For each role the first event that is accepted.
[[nodiscard]] std::vector<RoledEvent> stall_events_of(const CounterRecording &recording);

struct ProgramShares {
  StallShares shares;
  bool has_bandwidth = false; ///< full fill buffers were counted, so bandwidth and latency are distinguished
  bool has_queue = false;  ///< the buffers of the next level were counted too; otherwise `bandwidth` is a lower bound
  bool has_stores = false; ///< full store buffers were counted; otherwise `memory` is a lower bound
};

/// Empty: cycles or waiting for misses were not counted.
[[nodiscard]] std::optional<ProgramShares> program_shares(const std::vector<RoledEvent> &events,
                                                          const RecordedProgram &program);

/// A sentence; it also says what cannot be determined.
[[nodiscard]] std::string shares_text(const std::vector<RoledEvent> &events, const RecordedProgram &program);

// What the functions of a program cost, from samples.

struct FunctionCounts {
  std::string name;        ///< "heavy (program)"
  std::size_t samples = 0; ///< of the event that measures time
  RecordedProgram counts;  ///< estimated from the periods of the samples
};

struct SampledProgram {
  RecordedProgram whole;
  std::vector<FunctionCounts> functions; ///< the most expensive ones first
  std::string time_event;                ///< the event whose samples show the share of time of a function
  std::size_t samples = 0;               ///< of the time event
};

/// `names`: for each event its name in the samples, and the name that is used here. Other events are ignored. The first
/// event measures time.
[[nodiscard]] SampledProgram sampled_program(const std::vector<ProfileSample> &samples,
                                             const std::vector<std::pair<std::string, std::string>> &names);

/// The share of time of each function. Also what a function spends its time on, if the events show it and there are
/// enough samples.
[[nodiscard]] std::string functions_text(const SampledProgram &program, const std::vector<RoledEvent> &roles);

/// The functions that the text describes in detail, as programs for a recording.
[[nodiscard]] std::vector<RecordedProgram> recorded_functions(const SampledProgram &program,
                                                              const std::string &command);

} // namespace osaca::measure
