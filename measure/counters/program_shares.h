// How much of a program's time is waiting for memory, and whether for its latency or for its bandwidth.
#pragma once

#include "measure/counters/role_verdict.h"

namespace osaca::measure {

/// The events that tell, of each role the first that is accepted.
[[nodiscard]] std::vector<RoledEvent> stall_events_of(const CounterRecording &recording);

struct ProgramShares {
  StallShares shares;
  bool has_bandwidth = false; ///< full buffers of misses were counted: bandwidth and latency are told apart
  bool has_queue = false;     ///< the same of the buffers behind them: without, bandwidth is at least so much
  bool has_stores = false;    ///< full store buffers were counted: without, memory is at least so much
};

/// Empty: cycles or waiting for misses were not counted.
[[nodiscard]] std::optional<ProgramShares> program_shares(const std::vector<RoledEvent> &events,
                                                          const RecordedProgram &program);

/// A sentence; what cannot be told is said.
[[nodiscard]] std::string shares_text(const std::vector<RoledEvent> &events, const RecordedProgram &program);

} // namespace osaca::measure
