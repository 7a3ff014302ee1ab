// The critical path of an iteration, and the loop-carried dependencies.
#pragma once

#include "analysis/graph/dependency_graph.h"
#include "kernel/kernel.h"
#include "report/bound.h"

namespace osaca {

// Loop-carried dependencies as the maximum cycle ratio: over all cycles of the dependency graph, the latency around the
// cycle divided by the number of iterations that it spans. No iteration can start its part of the chain earlier, so
// this is a lower bound for the cycles per iteration. Unlike a search for chains of one iteration, it is also right for
// `a[i-2]`.
//
// Method, for each strongly connected component: start with ratio 0. While some cycle has a positive sum of (latency -
// ratio * distance), the ratio of that cycle is the new one (Newton's iteration on the parametric problem; Dasdan,
// "Experimental analysis of the fastest optimum cycle ratio and mean algorithms", 2004). The result is exact, because
// all numbers are rational.

struct LoopCarriedCycle {
  Cycles cycles;                ///< latency of the whole chain
  int iterations = 1;           ///< number of iterations that it spans
  std::vector<EdgeIndex> edges; ///< in order, beginning with the first in program order

  [[nodiscard]] Cycles per_iteration() const { return cycles / Cycles(iterations); }
};

/// The worst cycle of each strongly connected component that has one, sorted by descending cycles per iteration.
[[nodiscard]] std::vector<LoopCarriedCycle> loop_carried_dependencies(const DependencyGraph &graph);

// The longest chain of dependent latencies within one iteration.
//
// The first instruction counts with its full latency; for a load this is the L1 load-to-use latency. Each other
// instruction counts with the latency from the operand that it waited for. A store at the end adds nothing to the value
// that it stores.

/// A path through the graph.
struct CriticalPath {
  Cycles cycles;
  std::vector<NodeIndex> nodes; ///< in order
  std::vector<EdgeIndex> edges; ///< edges[k] leads from nodes[k] to nodes[k+1]
};

/// The earliest time at which each value is available: cycles from the beginning of an iteration whose inputs are
/// ready.
[[nodiscard]] Indexed<ValueNode, Cycles> ready_cycles(const DependencyGraph &graph);

[[nodiscard]] CriticalPath critical_path(const DependencyGraph &graph);

// Describes for a report what a dependency passes through.

[[nodiscard]] Carrier carrier_of(const PassedThrough &via, const Kernel &kernel);

} // namespace osaca
