// The critical path of an iteration, and the loop-carried dependencies.
#pragma once

#include "analysis/graph/dependency_graph.h"
#include "kernel/kernel.h"
#include "report/bound.h"

namespace osaca {

// Loop-carried dependencies. A chain of dependencies that returns to its first instruction in a later iteration is a
// closed path in the dependency graph (a cycle of the graph, as in LoopCarriedCycle). The ratio of such a path is the
// latency around the path divided by the number of iterations that it spans. Since each part of the chain can start
// only after the previous part has ended, the largest ratio (the "maximum cycle ratio" of the graph) is a lower bound
// for the clock cycles per iteration. Chains that span several iterations, as in `a[i] = f(a[i-2])`, are included.
//
// Method, for each strongly connected component: start with ratio 0. While some closed path has a positive sum of
// (latency - ratio * distance) over its edges, continue with the ratio of this path (Newton's iteration on the
// parametric problem; Dasdan, "Experimental analysis of the fastest optimum cycle ratio and mean algorithms", 2004).
// The result is exact, because all numbers are rational.

struct LoopCarriedCycle {
  Cycles cycles;                ///< latency of the whole chain
  int iterations = 1;           ///< number of iterations that it spans
  std::vector<EdgeIndex> edges; ///< in the order of the path, from the first in program order

  [[nodiscard]] Cycles per_iteration() const { return cycles / Cycles(iterations); }
};

/// For each strongly connected component that contains a closed path, the path with the largest ratio. Sorted by
/// descending cycles per iteration.
[[nodiscard]] std::vector<LoopCarriedCycle> loop_carried_dependencies(const DependencyGraph &graph);

// The longest chain of dependent latencies within one iteration.
//
// The full latency of the first instruction is included; for a load, this is the L1 load-to-use latency. For each other
// instruction, the latency from the operand that the path passes through is included. A store at the end adds no
// latency.

/// A path through the graph.
struct CriticalPath {
  Cycles cycles;
  std::vector<NodeIndex> nodes; ///< in order
  std::vector<EdgeIndex> edges; ///< edges[k] leads from nodes[k] to nodes[k+1]
};

/// The earliest time at which each value is available, in cycles from the beginning of an iteration, if all values from
/// before the iteration are available.
[[nodiscard]] Indexed<ValueNode, Cycles> ready_cycles(const DependencyGraph &graph);

[[nodiscard]] CriticalPath critical_path(const DependencyGraph &graph);

// Describes for a report what a dependency passes through.

[[nodiscard]] Carrier carrier_of(const PassedThrough &via, const Kernel &kernel);

} // namespace osaca
