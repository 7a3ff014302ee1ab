// Which known port each abstract pipe is.
#pragma once

#include "measure/ports/port_bound.h"

#include <vector>

namespace osaca::measure {

/// One form, as measured and as somebody else says.
struct UsagePair {
  std::vector<PipeDemand> measured; ///< of abstract pipes
  std::vector<PipeDemand> known;    ///< of known ports
};

/// For each pipe a port of its own, -1 if there are too few, such that as many forms as possible agree (found by
/// improvement step by step from the pairs that occur together most: good, not proven best).
[[nodiscard]] std::vector<int> best_naming(const std::vector<UsagePair> &forms, int pipes, int ports);

/// With ports in place of pipes; pipes without one become bits beyond all ports.
[[nodiscard]] std::vector<PipeDemand> renamed(const std::vector<PipeDemand> &demands, const std::vector<int> &ports);

/// The same sets with about the same cycles, in any order.
[[nodiscard]] bool same_demands(const std::vector<PipeDemand> &a, const std::vector<PipeDemand> &b);

} // namespace osaca::measure
