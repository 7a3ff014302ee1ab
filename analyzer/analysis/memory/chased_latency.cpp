#include "analysis/memory/chased_latency.h"

#include "analysis/memory/address_origin.h"

#include <algorithm>

namespace osaca {

std::vector<EdgeIndex> chased_edges(const PreparedKernel &prepared, const std::vector<AccessStream> &streams) {
  std::vector<EdgeIndex> found;
  if (std::ranges::none_of(streams, [](const AccessStream &s) { return s.kind == StreamKind::chased; }))
    return found;
  const AddressOrigins origins(prepared);
  for (const AccessStream &stream : streams)
    if (stream.kind == StreamKind::chased)
      for (const int access : stream.accesses)
        for (const EdgeIndex edge : origins.edges_to(prepared.addresses.accesses[at(access)]))
          if (const Dependency &to = prepared.graph.edges[edge]; prepared.graph.nodes[to.to].kind == ValueKind::loaded)
            found.push_back(edge);
  return found;
}

Cycles chased_latency(const PreparedKernel &prepared, const std::vector<EdgeIndex> &chased, Cycles latency_cycles) {
  if (chased.empty() || latency_cycles.is_zero())
    return 0;
  DependencyGraph slower = prepared.graph;
  for (const EdgeIndex edge : chased) {
    Dependency &load = slower.edges[edge];
    const Cycles nearest =
        prepared.kernel.instructions[at(slower.nodes[load.to].instruction)].costed->cost->load_latency_cycles;
    load.cycles = std::max(load.cycles, load.cycles - nearest + latency_cycles);
  }
  Cycles longest;
  for (const LoopCarriedCycle &cycle : loop_carried_dependencies(slower))
    if (std::ranges::find_first_of(cycle.edges, chased) != cycle.edges.end())
      longest = std::max(longest, cycle.per_iteration());
  return longest;
}

} // namespace osaca
