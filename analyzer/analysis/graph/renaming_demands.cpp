#include "analysis/graph/renaming_demands.h"

#include "analysis/graph/added_demands.h"
#include "base/index.h"

namespace osaca {

void add_renaming_demands(CostedKernel &kernel, const DependencyGraph &graph) {
  const std::optional<MemoryRenamingRules> &rule = kernel.model.core().memory_renaming;
  if (!rule || rule->port == 0)
    return;
  AddedDemands added;
  for (const EdgeIndex e : graph.edges.indices()) {
    const Dependency &edge = graph.edges[e];
    const int load = graph.nodes[edge.to].instruction;
    if (edge.kind == DependencyKind::memory && graph.nodes[edge.to].kind == ValueKind::loaded &&
        edge.cycles.is_zero() && !kernel.instructions[at(load)].costed->stores)
      added.add(load, {rule->port, Cycles(1)});
  }
  added.insert_into(kernel);
}

} // namespace osaca
