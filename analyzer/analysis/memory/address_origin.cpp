#include "analysis/memory/address_origin.h"

#include <algorithm>
#include <set>
#include <utility>

namespace osaca {

AddressOrigins::AddressOrigins(const PreparedKernel &prepared)
    : graph_(prepared.graph), first_(graph_.nodes.size()), loads_elsewhere_(graph_.nodes.size()) {
  for (const EdgeIndex edge : graph_.edges.indices())
    by_target_.push_back(edge);
  std::ranges::stable_sort(by_target_,
                           [&](EdgeIndex a, EdgeIndex b) { return graph_.edges[a].to < graph_.edges[b].to; });
  std::size_t next = 0;
  for (const NodeIndex node : graph_.nodes.indices()) {
    while (next < by_target_.size() && graph_.edges[by_target_[next]].to < node)
      ++next;
    first_[node] = next;
  }
  std::set<std::pair<int, int>> in_place;
  for (const MemoryAccess &access : prepared.addresses.accesses)
    if (access.step_bytes == 0)
      in_place.emplace(access.instruction, access.operand);
  for (const NodeIndex node : graph_.nodes.indices())
    loads_elsewhere_[node] = graph_.nodes[node].kind == ValueKind::loaded &&
                             !in_place.contains({graph_.nodes[node].instruction, graph_.nodes[node].operand});
}

std::vector<EdgeIndex> AddressOrigins::edges_to(const MemoryAccess &access) const {
  std::vector<EdgeIndex> found;
  for (const EdgeIndex edge : by_target_) {
    const PassedThrough &via = graph_.edges[edge].via;
    if (graph_.nodes[graph_.edges[edge].to].instruction == access.instruction &&
        via.instruction == access.instruction && via.operand == access.operand &&
        (via.part == PassedThrough::Part::base || via.part == PassedThrough::Part::index))
      found.push_back(edge);
  }
  return found;
}

AddressOrigin AddressOrigins::of(const MemoryAccess &access) const {
  Indexed<ValueNode, bool> seen(graph_.nodes.size());
  std::vector<NodeIndex> open;
  const auto come_to = [&](NodeIndex node) {
    if (!seen[node])
      open.push_back(node);
    seen[node] = true;
  };
  for (const EdgeIndex edge : edges_to(access))
    come_to(graph_.edges[edge].from);
  AddressOrigin origin = AddressOrigin::computed;
  while (!open.empty()) {
    const NodeIndex node = open.back();
    open.pop_back();
    if (loads_elsewhere_[node]) {
      if (graph_.nodes[node].instruction == access.instruction)
        return AddressOrigin::chased;
      origin = AddressOrigin::loaded;
    }
    for (std::size_t e = first_[node]; e < by_target_.size() && graph_.edges[by_target_[e]].to == node; ++e)
      come_to(graph_.edges[by_target_[e]].from);
  }
  return origin;
}

} // namespace osaca
