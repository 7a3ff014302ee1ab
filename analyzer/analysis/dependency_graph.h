// Who waits for whom. Edges run from the producer of a value to its consumer; `distance` is the number of iterations
// between them (0: the same one). Weights are the producer's latency on the way into that consumer.
#pragma once

#include "analysis/bound_kernel.h"

#include <string>
#include <vector>

namespace osaca {

enum class DependencyKind { reg, flag, memory };

struct Dependency {
  int from = 0;     ///< node
  int to = 0;       ///< node
  int distance = 0; ///< iterations
  Cycles latency_cycles;
  DependencyKind kind = DependencyKind::reg;
  std::string via;  ///< register name, or the address expression
};

/// An instruction has up to two nodes: its load (address in, value out) and its operation. Both belong to `instruction`.
struct DependencyNode {
  int instruction = 0;
  bool is_load = false;
  Cycles latency_cycles; ///< of the node itself, for the end of the critical path
};

struct DependencyGraph {
  std::vector<DependencyNode> nodes;
  std::vector<Dependency> edges;
};

struct DependencyOptions {
  bool flags = true;
};

[[nodiscard]] DependencyGraph dependency_graph(const BoundKernel &kernel, const DependencyOptions &options);

} // namespace osaca
