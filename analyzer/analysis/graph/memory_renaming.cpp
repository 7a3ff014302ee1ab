#include "analysis/graph/memory_renaming.h"

#include "analysis/bind/costed_kernel.h"
#include "base/index.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace osaca {

namespace {

bool is_on_stack(const CostedAddress &address) {
  return address.base && address.base->kind == RegisterKind::stack_pointer && !address.index;
}

} // namespace

MemoryRenaming::MemoryRenaming(const CostedKernel &kernel) : kernel_(kernel) {
  if (!kernel.model.core().memory_renaming)
    return;
  find_new_values();
  find_long_rows();
}

bool MemoryRenaming::is_in_place(int i) const {
  return instruction(i).loads && instruction(i).stores && instruction(i).is_renamed_in_place;
}

void MemoryRenaming::find_long_rows() {
  const int least = kernel_.model.core().memory_renaming->in_place_apart_bytes;
  struct Place {
    int instruction = 0;
    int bytes = 0; ///< from the beginning of the code
    bool follows_closely = false;
  };
  std::vector<Place> places;
  int bytes = 0;
  for (int i = 0; i < static_cast<int>(kernel_.instructions.size()); ++i) {
    if (is_in_place(i))
      places.push_back({i, bytes, !places.empty() && bytes - places.back().bytes < least});
    const int size = instruction(i).size_bytes;
    bytes += size > 0 ? size : least; // an unknown length ends a row
  }
  if (places.empty())
    return;
  if (kernel_.is_straight_line()) // it is followed by itself
    places.front().follows_closely = bytes + places.front().bytes - places.back().bytes < least;

  const auto begins_row = [](const Place &place) { return !place.follows_closely; };
  const auto first = std::ranges::find_if(places, begins_row);
  const bool is_endless = first == places.end();
  std::ranges::rotate(places, first);
  const std::ptrdiff_t most = std::max(kernel_.model.core().memory_renaming->in_place_run, 1);
  for (auto begin = places.begin(); begin != places.end();) {
    const auto end = std::find_if(std::next(begin), places.end(), begins_row);
    if (is_endless || end - begin > most)
      for (auto place = is_endless ? begin : std::next(begin); place != end; ++place)
        in_long_row_.push_back(place->instruction);
    begin = end;
  }
  std::ranges::sort(in_long_row_);
}

void MemoryRenaming::find_new_values() {
  for (int i = 0; i < static_cast<int>(kernel_.instructions.size()); ++i) {
    const CostedInstruction &costed = instruction(i);
    if (costed.affine && costed.affine->in_place && !costed.loads)
      continue;
    for (const CostedOperand &operand : costed.operands)
      if (operand.shape == CostedOperand::Shape::reg && operand.written && !operand.address_update)
        for (int u = 0; u < operand.reg.unit_count; ++u)
          new_values_.emplace_back(costed.units[at(operand.reg.first_unit + u)], i);
  }
  std::ranges::sort(new_values_);
}

Renaming MemoryRenaming::of(const MemoryAccess &store, const MemoryAccess &load, int distance) const {
  if (distance > 1 || load.width_bytes > store.width_bytes || !is_renamed_load(load) ||
      (store.reads && load.writes && std::ranges::binary_search(in_long_row_, load.instruction)) ||
      instruction(load.instruction).uses_vector_registers || instruction(store.instruction).uses_vector_registers)
    return Renaming::never;
  const MemoryRenamingRules &rules = *kernel_.model.core().memory_renaming;
  if (rules.any_registers)
    return Renaming::always;
  const CostedAddress &stored = *store.memory;
  const CostedAddress &loaded = *load.memory;
  const bool is_same = are_same(stored.base, store, loaded.base, load) &&
                       are_same(stored.index, store, loaded.index, load) && stored.scale == loaded.scale &&
                       stored.symbol == loaded.symbol && !is_recomputed(stored.base, store, load, distance) &&
                       !is_recomputed(stored.index, store, load, distance);
  return is_same ? Renaming::always : rules.learned_pairs > 0 ? Renaming::if_learned : Renaming::never;
}

bool MemoryRenaming::learns(int pairs) const {
  const std::optional<MemoryRenamingRules> &rules = kernel_.model.core().memory_renaming;
  return rules && pairs <= rules->learned_pairs && !kernel_.is_straight_line();
}

bool MemoryRenaming::is_renamed_load(const MemoryAccess &load) const {
  const std::optional<MemoryRenamingRules> &rules = kernel_.model.core().memory_renaming;
  if (!rules || (rules->stack_pointer_only && !is_on_stack(*load.memory)) || (!rules->indexed && load.memory->index))
    return false;
  const CostedInstruction &reader = instruction(load.instruction);
  return load.writes ? load.width_bytes >= rules->in_place_bytes && reader.is_renamed_in_place : reader.is_renamed_load;
}

bool MemoryRenaming::are_same(const std::optional<CostedRegister> &stored, const MemoryAccess &store,
                              const std::optional<CostedRegister> &loaded, const MemoryAccess &load) const {
  if (!stored || !loaded)
    return stored.has_value() == loaded.has_value();
  const auto units_of = [this](const MemoryAccess &access, const CostedRegister &reg) {
    return std::span(instruction(access.instruction).units).subspan(reg.first_unit, reg.unit_count);
  };
  const auto of_store = units_of(store, *stored);
  const auto of_load = units_of(load, *loaded);
  return stored->width_bits == loaded->width_bits && std::ranges::equal(of_store, of_load);
}

bool MemoryRenaming::is_recomputed(const std::optional<CostedRegister> &reg, const MemoryAccess &store,
                                   const MemoryAccess &load, int distance) const {
  if (!reg)
    return false;
  const std::vector<std::uint16_t> &units = instruction(store.instruction).units;
  for (int u = 0; u < reg->unit_count; ++u) {
    const std::uint16_t unit = units[at(reg->first_unit + u)];
    const auto is_written_within = [&](int first, int end) { // among the instructions of one iteration
      const auto place = std::lower_bound(new_values_.begin(), new_values_.end(), std::pair(unit, first));
      return place != new_values_.end() && place->first == unit && place->second < end;
    };
    const int count = static_cast<int>(kernel_.instructions.size());
    if (distance == 0 ? is_written_within(store.instruction + 1, load.instruction)
                      : is_written_within(store.instruction + 1, count) || is_written_within(0, load.instruction))
      return true;
  }
  return false;
}

std::vector<bool> may_be_renamed(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                 std::span<const Forwarding> forwardings) {
  const MemoryRenaming renaming(kernel);
  std::vector<Renaming> ways;
  ways.reserve(forwardings.size());
  for (const Forwarding &forwarding : forwardings) {
    const MemoryAccess &store = addresses.accesses[at(forwarding.store)];
    const MemoryAccess &load = addresses.accesses[at(forwarding.load)];
    const bool is_one_place = begin_together(store, load, forwarding.distance) && store.step_bytes == load.step_bytes;
    ways.push_back(is_one_place ? renaming.of(store, load, forwarding.distance) : Renaming::never);
  }
  const bool learns = renaming.learns(static_cast<int>(std::ranges::count(ways, Renaming::if_learned)));
  std::vector<bool> found;
  found.reserve(ways.size());
  for (const Renaming way : ways)
    found.push_back(way == Renaming::always || (way == Renaming::if_learned && learns));
  return found;
}

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
  std::move(added).insert_into(kernel);
}

namespace {

const Cost &cost_at(const CostedKernel &kernel, const DependencyGraph &graph, NodeIndex value) {
  return *kernel.instructions[at(graph.nodes[value].instruction)].costed->cost;
}

/// Whether this is an edge from a store to a load with the usual forwarding latency, where another latency applies if
/// the value is stored again.
bool may_be_relayed(const CostedKernel &kernel, const DependencyGraph &graph, const Dependency &edge) {
  if (edge.kind != DependencyKind::memory || graph.nodes[edge.to].kind != ValueKind::loaded)
    return false;
  const Cost &store = cost_at(kernel, graph, edge.from);
  return edge.cycles == store.store_forward_cycles && !store.store_relay_cycles.is_zero() &&
         edge.cycles != store.store_relay_cycles;
}

/// The register result of a load without an operation, which is the loaded value.
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

using OutEdges = Indexed<ValueNode, std::vector<EdgeIndex>>;

OutEdges edges_out_of(const DependencyGraph &graph) {
  OutEdges out(graph.nodes.size());
  for (const EdgeIndex e : graph.edges.indices())
    out[graph.edges[e].from].push_back(e);
  return out;
}

/// The least time in which a loaded value is changed and stored again; `limit` if this takes longer.
Cycles soonest_store(const DependencyGraph &graph, const OutEdges &out, NodeIndex loaded, Cycles limit) {
  std::set<std::pair<Cycles, NodeIndex>> open{{Cycles(0), loaded}}; // the soonest first
  std::set<NodeIndex> done;
  while (!open.empty()) {
    const auto [cycles, value] = *open.begin();
    open.erase(open.begin());
    if (graph.nodes[value].kind == ValueKind::stored)
      return cycles;
    if (!done.insert(value).second)
      continue;
    for (const EdgeIndex e : out[value]) {
      const Dependency &edge = graph.edges[e];
      const Cycles then = cycles + edge.cycles;
      const bool is_data = edge.kind == DependencyKind::internal || is_stored_from_register(graph, edge);
      const bool counts = graph.nodes[edge.to].kind != ValueKind::stored || (is_data && !then.is_zero());
      if (edge.kind != DependencyKind::memory && then < limit && counts)
        open.emplace(then, edge.to);
    }
  }
  return limit;
}

/// The latency of a value that passes through memory, is changed, and is stored again: an operation of one cycle needs
/// the whole forwarding latency, longer ones less, down to the latency of values that are not changed.
Cycles forwarding_to_changes(const Cost &store, Cycles until_stored) {
  return std::max(store.store_relay_cycles, store.store_forward_cycles - std::max(until_stored - Cycles(1), Cycles(0)));
}

} // namespace

void adjust_relayed_values(const CostedKernel &kernel, DependencyGraph &graph) {
  std::vector<EdgeIndex> forwards;
  for (const EdgeIndex e : graph.edges.indices())
    if (may_be_relayed(kernel, graph, graph.edges[e]))
      forwards.push_back(e);
  if (forwards.empty())
    return;
  const OutEdges out = edges_out_of(graph);
  for (const EdgeIndex m : forwards) {
    const Cost &store = cost_at(kernel, graph, graph.edges[m].from);
    const NodeIndex value = register_of(graph, graph.edges[m].to);
    if (store.store_relay_cycles < store.store_forward_cycles) {
      const Cycles limit = store.store_forward_cycles - store.store_relay_cycles + Cycles(1);
      graph.edges[m].cycles = value.exists() && is_only_stored(graph, value)
                                  ? store.store_relay_cycles
                                  : forwarding_to_changes(store, soonest_store(graph, out, graph.edges[m].to, limit));
      continue;
    }
    if (!value.exists())
      continue;
    for (const EdgeIndex e : graph.edges.indices())
      if (Dependency &edge = graph.edges[e]; edge.from == value && is_stored_from_register(graph, edge))
        edge.cycles = std::max(edge.cycles, store.store_relay_cycles - store.store_forward_cycles);
  }
}

} // namespace osaca
