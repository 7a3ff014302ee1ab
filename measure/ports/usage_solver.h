// From how many uops must go to some sets of pipes to which sets they have.
#pragma once

#include "measure/ports/port_bound.h"

#include <vector>

namespace osaca::measure {

/// All ways to explain, for each set, whole cycles of uops whose pipes lie inside of it; sets that uops may have are
/// the given ones and what these have in common. Those with the fewest different sets first; at most 32, and not all if
/// there would have to be a very long search. Empty: the figures contradict each other.
[[nodiscard]] std::vector<std::vector<PipeDemand>> explanations(const std::vector<PipeDemand> &inside);

} // namespace osaca::measure
