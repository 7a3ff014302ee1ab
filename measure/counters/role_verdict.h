// Which events of cycles may be used to take a program's time apart, each for its own part of it.
#pragma once

#include "measure/counters/recording.h"

namespace osaca::measure {

struct RoleVerdict {
  StallRole role = StallRole::cycles;
  std::string event;
  bool is_accepted = false;
  std::string reason; ///< why (not), in words
};

/// Cycles must be those that a load takes; waiting for misses must pass the test of the three chases in each level;
/// full buffers must show where many lines are under way, and not where one load waits for another.
[[nodiscard]] std::vector<RoleVerdict> judged_roles(const CounterRecording &recording);

} // namespace osaca::measure
