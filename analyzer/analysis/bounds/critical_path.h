// The longest chain of dependent latencies within one iteration.
//
// Convention: the first instruction counts with its full latency (a load from its address being ready to its value,
// that is the L1 load-to-use latency), every other one with the latency from the operand that it waited for; a final
// store adds nothing beyond the value it stores.
#pragma once

#include "analysis/graph/dependency_graph.h"

namespace osaca {

/// A path through the graph.
struct CriticalPath {
  Cycles cycles;
  std::vector<NodeIndex> nodes; ///< in order
  std::vector<EdgeIndex> edges; ///< edges[k] leads from nodes[k] to nodes[k+1]
};

/// When each value is there at the soonest: cycles from the beginning of an iteration whose inputs are ready.
[[nodiscard]] Indexed<ValueNode, Cycles> ready_cycles(const DependencyGraph &graph);

[[nodiscard]] CriticalPath critical_path(const DependencyGraph &graph);

} // namespace osaca
