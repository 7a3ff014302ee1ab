// Loop-carried dependencies as the maximum cycle ratio: over all cycles of the dependency graph, the latency around the
// cycle divided by the number of iterations it spans. No iteration can start its part of that chain earlier, so this
// is a lower bound on cycles per iteration, and unlike a search for one-iteration chains it is also right for `a[i-2]`.
//
// Method, per strongly connected component: start with ratio 0; while some cycle has a positive sum of
// (latency - ratio * distance), take that cycle's own ratio as the new one (Newton's iteration on the parametric
// problem; Dasdan, "Experimental analysis of the fastest optimum cycle ratio and mean algorithms", 2004). Exact, as all
// numbers are rationals.
#pragma once

#include "analysis/graph/dependency_graph.h"

namespace osaca {

struct LoopCarriedCycle {
  Cycles cycles;                ///< latency of one turn
  int iterations = 1;           ///< it spans
  std::vector<EdgeIndex> edges; ///< in order, starting with the first in program order

  [[nodiscard]] Cycles per_iteration() const { return cycles / Cycles(iterations); }
};

/// The worst cycle of each strongly connected component that has one, longest per iteration first.
[[nodiscard]] std::vector<LoopCarriedCycle> loop_carried_dependencies(const DependencyGraph &graph);

} // namespace osaca
