#include "analysis/findings/findings.h"

#include "analysis/graph/memory_renaming.h"
#include "analysis/graph/store_forwarding.h"

#include <algorithm>
#include <optional>

namespace osaca {
namespace {

/// If the prediction is not much lower than this wait, waiting hardly makes it worse.
const Cycles table_threshold(5, 4);

/// Whether it accesses an unknown place of something with a fixed address in each iteration. Excluded are elements of a
/// list, and accesses with few places, which the prediction includes.
bool is_scattered(const MemoryAccess &access) {
  return access.comparable && !access.step_bytes && !access.even_step && !has_few_places(access) &&
         access.memory != nullptr && access.address.terms.size() > 1;
}

std::optional<NodeIndex> node_of(const DependencyGraph &graph, int instruction, ValueKind kind) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    if (const NodeIndex index{static_cast<int>(n)};
        graph.nodes[index].instruction == instruction && graph.nodes[index].kind == kind)
      return index;
  return std::nullopt;
}

/// Whether the address of a loaded value was computed from other loads of the same iteration. Nodes, and the ends of
/// their edges, are in program order.
bool is_placed_by_data(const DependencyGraph &graph, NodeIndex loaded) {
  std::vector<bool> leads_there(graph.nodes.size(), false);
  leads_there[at(loaded.number)] = true;
  for (int n = loaded.number; n >= 0; --n) {
    if (!leads_there[at(n)])
      continue;
    if (n != loaded.number && graph.nodes[NodeIndex{n}].kind == ValueKind::loaded)
      return true;
    for (const Dependency &edge : graph.edges)
      if (edge.distance == 0 && edge.to.number == n)
        leads_there[at(edge.from.number)] = true;
  }
  return false;
}

/// The latency of the longest path within an iteration; empty: the second value is not computed from the first. Nodes
/// are in program order.
std::optional<Cycles> way_between(const DependencyGraph &graph, NodeIndex from, NodeIndex to) {
  std::vector<std::optional<Cycles>> longest(graph.nodes.size());
  longest[at(from.number)] = Cycles();
  std::vector<const Dependency *> within;
  for (const Dependency &edge : graph.edges)
    if (edge.distance == 0 && !(edge.from < from) && !(to < edge.to))
      within.push_back(&edge);
  std::ranges::stable_sort(within, [](const Dependency *a, const Dependency *b) { return a->from < b->from; });
  for (const Dependency *edge : within)
    if (const std::optional<Cycles> &before = longest[at(edge->from.number)])
      if (std::optional<Cycles> &after = longest[at(edge->to.number)]; !after || *after < *before + edge->cycles)
        after = *before + edge->cycles;
  return longest[at(to.number)];
}

/// Whether the fixed parts of the addresses agree. Registers are compared by name: the base is the table, the index
/// depends on the data.
bool is_same_table(const KernelFacts &facts, const ScatteredUpdate &a, const ScatteredUpdate &b) {
  const auto operand = [&](const ScatteredUpdate &update) {
    return as_memory(instruction_at(facts, update.store->instruction).operands[at(update.store->operand)]);
  };
  const MemoryOperand *of_a = operand(a);
  const MemoryOperand *of_b = operand(b);
  return of_a != nullptr && of_b != nullptr && of_a->base == of_b->base && of_a->displacement == of_b->displacement &&
         of_a->symbol == of_b->symbol;
}

} // namespace

std::vector<ScatteredUpdate> scattered_updates(const KernelFacts &facts) {
  std::vector<ScatteredUpdate> found;
  const MemoryRenaming renaming(facts.kernel);
  const std::vector<MemoryAccess> &accesses = facts.addresses.accesses;
  for (const MemoryAccess &load : accesses) {
    if (!load.reads || !is_scattered(load))
      continue;
    const auto store = std::ranges::find_if(accesses, [&](const MemoryAccess &access) {
      return access.writes && is_scattered(access) && load.instruction <= access.instruction &&
             access.address.terms == load.address.terms && access.address.offset == load.address.offset;
    });
    if (store == accesses.end())
      continue;
    const auto from = node_of(facts.graph, load.instruction, ValueKind::loaded);
    const auto to = node_of(facts.graph, store->instruction, ValueKind::stored);
    if (!from || !to || !is_placed_by_data(facts.graph, *from))
      continue;
    const std::optional<Cycles> way = way_between(facts.graph, *from, *to);
    if (!way)
      continue;
    const Cycles wait =
        *way + forwarding_cycles(facts.kernel.model.core(), *facts.kernel.instructions[at(store->instruction)].costed,
                                 *facts.kernel.instructions[at(load.instruction)].costed, true);
    const bool is_learned = renaming.of(*store, load, 1) == Renaming::if_learned && renaming.learns(1);
    found.push_back({&load, &*store, is_learned ? wait / Cycles(2) : wait, is_learned});
  }
  return found;
}

void find_scattered(const KernelFacts &facts, Findings &findings) {
  const std::vector<ScatteredUpdate> updates = scattered_updates(facts);
  const Cycles whole = facts.report.cycles_per_iteration;
  const ScatteredUpdate *worst = nullptr;
  Cycles wait;
  for (const ScatteredUpdate &update : updates) {
    Cycles of_table;
    for (const ScatteredUpdate &other : updates)
      if (is_same_table(facts, update, other))
        of_table += other.cycles;
    if (wait < of_table) {
      wait = of_table;
      worst = &update;
    }
  }
  if (worst == nullptr || wait < whole * table_threshold)
    return;
  std::vector<int> instructions;
  for (const ScatteredUpdate &update : updates)
    if (is_same_table(facts, *worst, update)) {
      instructions.push_back(update.load->instruction);
      if (update.store->instruction != update.load->instruction)
        instructions.push_back(update.store->instruction);
    }
  std::ranges::sort(instructions);
  const std::string array = instruction_at(facts, worst->store->instruction).array;
  findings.push_back(make_finding(
      facts, "osaca-scattered-update",
      ScatteredUpdates{mnemonics(facts, instructions), array, wait, whole, worst->is_in_turn}, instructions));
}

} // namespace osaca
