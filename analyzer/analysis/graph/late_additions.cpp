#include "analysis/graph/core_effects.h"

#include "analysis/bind/costed_kernel.h"
#include "base/index.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace osaca {
namespace {

bool only_renames(const CostedInstruction &costed) {
  return costed.eliminated && !costed.breaks_dependency && !costed.is_renamed_addition;
}

/// Whether a value is the result of such an addition, apart from moves between registers.
bool is_sum(const CostedKernel &kernel, const DependencyGraph &graph, NodeIndex value) {
  constexpr int most_moves = 8;
  for (int moves = 0; moves <= most_moves; ++moves) {
    const CostedInstruction &maker = *kernel.instructions[at(graph.nodes[value].instruction)].costed;
    if (maker.is_renamed_addition)
      return true;
    if (!only_renames(maker))
      return false;
    NodeIndex before;
    for (const EdgeIndex e : graph.edges.indices())
      if (graph.edges[e].to == value && graph.edges[e].kind == DependencyKind::reg)
        before = graph.edges[e].from;
    if (!before.exists())
      return false;
    value = before;
  }
  return false;
}

} // namespace

void add_late_additions(CostedKernel &kernel, const DependencyGraph &graph) {
  const std::optional<RenamedAdditions> &rule = kernel.model.core().renamed_additions;
  if (!rule || rule->late_demands.empty() ||
      std::ranges::none_of(kernel.instructions,
                           [](const PlacedInstruction &placed) { return placed.costed->reads_additions_late; }))
    return;
  AddedDemands added;
  std::vector<int> readers;
  for (const EdgeIndex e : graph.edges.indices()) {
    const Dependency &edge = graph.edges[e];
    const int reader = edge.via.instruction;
    if (edge.kind != DependencyKind::reg || edge.via.part != PassedThrough::Part::reg ||
        !kernel.instructions[at(reader)].costed->reads_additions_late ||
        std::ranges::find(readers, reader) != readers.end() || !is_sum(kernel, graph, edge.from))
      continue;
    readers.push_back(reader);
    for (const PortDemand &demand : rule->late_demands)
      added.add(reader, demand);
  }
  std::move(added).insert_into(kernel);
}

} // namespace osaca
