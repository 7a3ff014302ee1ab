#include "analysis/graph/store_forwarding.h"

#include "analysis/bind/costed_kernel.h"
#include "base/index.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace osaca {
namespace {

/// Two stores to one place have the same address.
auto place_of(const MemoryAccess &access) { return std::tie(access.address.terms, access.address.offset); }

bool is_before(const MemoryAccess *a, const MemoryAccess *b) {
  return std::tuple_cat(place_of(*a), std::tie(a->instruction)) <
         std::tuple_cat(place_of(*b), std::tie(b->instruction));
}

/// The node for the loaded or stored value of an access.
NodeIndex node_of(const DependencyGraph &graph, const MemoryAccess &access, ValueKind kind) {
  const auto first =
      std::lower_bound(graph.nodes.begin(), graph.nodes.end(), access.instruction,
                       [](const ValueNode &node, int instruction) { return node.instruction < instruction; });
  for (auto node = first; node != graph.nodes.end() && node->instruction == access.instruction; ++node)
    if (node->kind == kind && (kind == ValueKind::loaded || node->operand == access.operand))
      return NodeIndex{static_cast<int>(node - graph.nodes.begin())};
  return {};
}

} // namespace

void order_failed_forwardings(const AddressAnalysis &addresses, DependencyGraph &graph) {
  std::vector<const MemoryAccess *> stores;
  for (const FailedForwarding &failed : graph.failed_forwardings)
    if (!failed.overlaps)
      stores.push_back(&addresses.accesses[at(failed.store)]);
  std::ranges::sort(stores, is_before);
  for (const FailedForwarding &failed : graph.failed_forwardings) {
    if (failed.overlaps || failed.cycles.is_zero())
      continue;
    const MemoryAccess &store = addresses.accesses[at(failed.store)];
    const MemoryAccess &load = addresses.accesses[at(failed.load)];
    const auto next_from = [&](int instruction) {
      MemoryAccess wanted = store;
      wanted.instruction = instruction;
      return std::lower_bound(stores.begin(), stores.end(), &wanted, is_before);
    };
    auto next = next_from(load.instruction);
    const bool is_later = next != stores.end() && place_of(**next) == place_of(store);
    if (!is_later)
      next = next_from(0); // in the next iteration
    const NodeIndex from = node_of(graph, load, ValueKind::loaded);
    const NodeIndex to = node_of(graph, **next, ValueKind::stored);
    if (from.exists() && to.exists())
      graph.edges.push_back({from,
                             to,
                             is_later ? 0 : 1,
                             Cycles(0),
                             DependencyKind::memory,
                             {load.instruction, load.operand, PassedThrough::Part::address}});
  }
}

void add_failed_forwarding_demands(CostedKernel &kernel, const AddressAnalysis &addresses,
                                   const DependencyGraph &graph) {
  AddedDemands added;
  for (const FailedForwarding &failed : graph.failed_forwardings) {
    const int store = addresses.accesses[at(failed.store)].instruction;
    for (const PortDemand &demand : kernel.instructions[at(store)].costed->cost->failed_forward_demands)
      added.add(addresses.accesses[at(failed.load)].instruction, demand);
  }
  std::move(added).insert_into(kernel);
}

} // namespace osaca
