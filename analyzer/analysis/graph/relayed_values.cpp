#include "analysis/graph/relayed_values.h"

#include "base/index.h"

#include <algorithm>
#include <vector>

namespace osaca {
namespace {

const Cost &cost_at(const CostedKernel &kernel, const DependencyGraph &graph, NodeIndex value) {
  return *kernel.instructions[at(graph.nodes[value].instruction)].costed->cost;
}

/// An edge from a store to a load that takes as long as memory does, and another time if the load only passes the value
/// on.
bool may_be_relayed(const CostedKernel &kernel, const DependencyGraph &graph, const Dependency &edge) {
  if (edge.kind != DependencyKind::memory || graph.nodes[edge.to].kind != ValueKind::loaded)
    return false;
  const Cost &store = cost_at(kernel, graph, edge.from);
  return edge.cycles == store.store_forward_cycles && !store.store_relay_cycles.is_zero() &&
         edge.cycles != store.store_relay_cycles;
}

/// What a load without an operation gives: the same value, in a register.
NodeIndex register_of(const DependencyGraph &graph, NodeIndex loaded) {
  for (const EdgeIndex e : graph.edges.indices()) {
    const Dependency &edge = graph.edges[e];
    if (edge.from == loaded && edge.kind == DependencyKind::internal && edge.cycles.is_zero() &&
        graph.nodes[edge.to].kind == ValueKind::result)
      return edge.to;
  }
  return {};
}

bool is_stored_from_register(const DependencyGraph &graph, const Dependency &edge) {
  return graph.nodes[edge.to].kind == ValueKind::stored && edge.via.part == PassedThrough::Part::reg;
}

bool is_only_stored(const DependencyGraph &graph, NodeIndex value) {
  bool is_stored = false;
  for (const EdgeIndex e : graph.edges.indices())
    if (const Dependency &edge = graph.edges[e]; edge.from == value) {
      if (!is_stored_from_register(graph, edge))
        return false;
      is_stored = true;
    }
  return is_stored;
}

} // namespace

void adjust_relayed_values(const CostedKernel &kernel, DependencyGraph &graph) {
  for (const EdgeIndex m : graph.edges.indices()) {
    if (!may_be_relayed(kernel, graph, graph.edges[m]))
      continue;
    const Cost &store = cost_at(kernel, graph, graph.edges[m].from);
    const NodeIndex value = register_of(graph, graph.edges[m].to);
    if (!value.exists())
      continue;
    if (store.store_relay_cycles < store.store_forward_cycles) {
      if (is_only_stored(graph, value))
        graph.edges[m].cycles = store.store_relay_cycles;
      continue;
    }
    for (const EdgeIndex e : graph.edges.indices())
      if (Dependency &edge = graph.edges[e]; edge.from == value && is_stored_from_register(graph, edge))
        edge.cycles = std::max(edge.cycles, store.store_relay_cycles - store.store_forward_cycles);
  }
}

} // namespace osaca
