// This machine counted: its events, in the workloads that it can run.
#pragma once

#include "base/expected.h"
#include "measure/counters/recording.h"

#include <string>
#include <vector>

namespace osaca::measure {

/// "pages", "L1", "L2", "L3", "MEM"
[[nodiscard]] const std::vector<std::string> &all_stresses();

struct MachineCountsWish {
  std::vector<CounterEvent> events;
  std::vector<std::string> stresses; ///< empty: all that the events can be told by
  std::string memory_file;           ///< what was measured of the caches; empty: nothing
};

/// What could not be counted, and which workloads are left out, is said on standard error.
[[nodiscard]] Expected<CounterRecording> counted_here(const MachineCountsWish &wish);

} // namespace osaca::measure
