// Events that cannot be counted together: one filter serves both, say.
#pragma once

#include "measure/counters/counter_source.h"
#include "measure/counters/exclusive_pair.h"

namespace osaca::measure {

/// Each pair counted together, and held against each one alone. Events that cannot be counted alone are in no pair.
[[nodiscard]] std::vector<ExclusivePair> exclusive_pairs(CounterSource &source, const std::vector<CounterEvent> &events,
                                                         Workload &workload);

} // namespace osaca::measure
