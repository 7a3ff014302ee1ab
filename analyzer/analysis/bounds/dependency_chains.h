// The critical path of an iteration, and loop-carried dependencies as the maximum cycle ratio of the dependency graph.
#pragma once

#include "analysis/graph/dependency_graph.h"
#include "kernel/kernel.h"
#include "report/bound.h"

namespace osaca {

// Loop-carried dependencies as the maximum cycle ratio: over all cycles of the dependency graph, the latency around the
// cycle divided by the number of iterations it spans. No iteration can start its part of that chain earlier, so this
// is a lower bound on cycles per iteration, and unlike a search for one-iteration chains it is also right for `a[i-2]`.
//
// Method, per strongly connected component: start with ratio 0; while some cycle has a positive sum of
// (latency - ratio * distance), take that cycle's own ratio as the new one (Newton's iteration on the parametric
// problem; Dasdan, "Experimental analysis of the fastest optimum cycle ratio and mean algorithms", 2004). Exact, as all
// numbers are rationals.

struct LoopCarriedCycle {
  Cycles cycles;                ///< latency of one turn
  int iterations = 1;           ///< it spans
  std::vector<EdgeIndex> edges; ///< in order, starting with the first in program order

  [[nodiscard]] Cycles per_iteration() const { return cycles / Cycles(iterations); }
};

/// The worst cycle of each strongly connected component that has one, longest per iteration first.
[[nodiscard]] std::vector<LoopCarriedCycle> loop_carried_dependencies(const DependencyGraph &graph);

// The longest chain of dependent latencies within one iteration.
//
// Convention: the first instruction counts with its full latency (a load from its address being ready to its value,
// that is the L1 load-to-use latency), every other one with the latency from the operand that it waited for; a final
// store adds nothing beyond the value it stores.

/// A path through the graph.
struct CriticalPath {
  Cycles cycles;
  std::vector<NodeIndex> nodes; ///< in order
  std::vector<EdgeIndex> edges; ///< edges[k] leads from nodes[k] to nodes[k+1]
};

/// When each value is there at the soonest: cycles from the beginning of an iteration whose inputs are ready.
[[nodiscard]] Indexed<ValueNode, Cycles> ready_cycles(const DependencyGraph &graph);

[[nodiscard]] CriticalPath critical_path(const DependencyGraph &graph);

// What a dependency runs through, as a report holds it.

[[nodiscard]] Carrier carrier_of(const PassedThrough &via, const Kernel &kernel);

} // namespace osaca
