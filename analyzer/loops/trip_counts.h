// How many iterations loops have whose counters begin and end at known values.
#pragma once

#include "loops/flow_graph.h"

#include <optional>

namespace osaca {

/// For each loop, its iterations each time it runs, if the code shows them: the only way out is a conditional branch at
/// the end of the iteration, and it compares a counter that changes by a constant number with a value that does not
/// change and has a known distance from the counter's first value. `graph` is a whole function, its entry first.
[[nodiscard]] Indexed<Loop, std::optional<int>> constant_trip_counts(const ParsedUnit &unit, const FlowGraph &graph,
                                                                     const LoopForest &forest);

} // namespace osaca
