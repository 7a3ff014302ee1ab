// What `osaca measure counters` says.
#pragma once

#include "measure/counters/recording.h"

namespace osaca::measure {

/// Each part that the workloads stress: which events count what it does, which do not and why, and what it can do.
[[nodiscard]] std::string counters_report(const CounterRecording &recording);

} // namespace osaca::measure
