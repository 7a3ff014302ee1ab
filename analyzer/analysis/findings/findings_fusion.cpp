// Multiplications and additions that could be one operation each, and whether the loop would be faster with it.
//
// Fusing is not always a gain. If the sum is carried to the next iteration and the product is not, the chain becomes
// longer by the difference between the latencies of a fused operation and an addition; compilers keep them separate for
// this reason. Also, a core may multiply and add on different ports, but fuse only on ports of one kind. So the bounds
// are computed again with all pairs fused, and a finding is only reported if the prediction decreases.
#include "analysis/bounds/port_pressure.h"
#include "analysis/findings/findings.h"
#include "analysis/findings/operations.h"
#include "base/index.h"

#include <algorithm>
#include <map>

namespace osaca {
namespace {

struct Pair {
  int multiply = 0;
  int add = 0;
  std::string form; ///< opcode of the fused operation on registers
  Cost fused;       ///< of the fused operation
};

/// For each instruction, the only consumer of all its results within the iteration; -1 if there are none or several.
std::vector<int> only_consumers(const KernelFacts &facts) {
  constexpr int none = -1;
  constexpr int several = -2;
  std::vector<int> consumers(facts.code.instructions.size(), none);
  for (const Dependency &edge : facts.graph.edges) {
    const ValueNode &producer = facts.graph.nodes[edge.from];
    if (producer.kind != ValueKind::result)
      continue;
    int &consumer = consumers[at(producer.instruction)];
    const int user = facts.graph.nodes[edge.to].instruction;
    consumer = edge.distance != 0 || (consumer != none && consumer != user) ? several : user;
  }
  std::ranges::replace(consumers, several, none);
  return consumers;
}

/// The fused form for vectors as wide as those of the addition.
std::string fused_form(const FusablePair &pair, std::string_view add) {
  std::string form(pair.fused);
  if (add.starts_with("V") && form.starts_with("VFM"))
    for (std::string_view width : {"Z256", "Z128", "Z", "Y"})
      if (add.substr(pair.add.size()).starts_with(width))
        return form.insert(form.size() - 1, width);
  return form;
}

/// Each addition is fused with at most one product. The steps that compilers write in place of a division are not fused
/// by any option.
std::vector<Pair> pairs_of(const KernelFacts &facts) {
  std::vector<Pair> found;
  std::vector<int> consumers; // filled at the first multiplication
  std::vector<bool> is_taken = refinements(facts);
  for (int i = 0; i < static_cast<int>(facts.code.instructions.size()); ++i)
    for (const FusablePair &pair : fusable_pairs()) {
      if (is_taken[at(i)] || !instruction_at(facts, i).opcode.starts_with(pair.multiply))
        continue;
      if (consumers.empty())
        consumers = only_consumers(facts);
      const int user = consumers[at(i)];
      if (user < 0 || is_taken[at(user)] || !instruction_at(facts, user).opcode.starts_with(pair.add))
        continue;
      std::string form = fused_form(pair, instruction_at(facts, user).opcode);
      const auto entry = facts.kernel.model.find(form);
      if (!entry)
        continue;
      is_taken[at(user)] = true;
      found.push_back({i, user, std::move(form), entry->cost});
      break;
    }
  return found;
}

/// The ports' bound with the pairs fused. Their loads and stores stay. Empty: there are too many kinds of uops.
std::optional<Cycles> port_bound_if_fused(const KernelFacts &facts, const std::vector<Pair> &pairs) {
  const Core &core = facts.kernel.model.core();
  const PortSet memory = core.ports_of_kind(PortKind::load) | core.ports_of_kind(PortKind::store);
  const PortSet divider = core.ports_of_kind(PortKind::divider);
  std::vector<bool> is_replaced(facts.code.instructions.size(), false);
  std::map<PortSet, Cycles> by_set;
  const auto add = [&](const PortDemand &demand) {
    if (demand.ports != 0 && (demand.ports & divider) == 0)
      by_set[demand.ports] += demand.cycles;
  };
  for (const Pair &pair : pairs) {
    is_replaced[at(pair.multiply)] = true;
    is_replaced[at(pair.add)] = true;
    for (const PortDemand &demand : pair.fused.demands)
      add(demand);
  }
  for (std::size_t i = 0; i < facts.code.instructions.size(); ++i)
    for (const PortDemand &demand : facts.kernel.demands_of(i))
      if (!is_replaced[i] || (demand.ports & ~memory) == 0)
        add(demand);
  std::vector<PortDemand> demands;
  for (const auto &[ports, cycles] : by_set)
    demands.push_back({ports, cycles});
  return busiest_set_cycles(demands);
}

/// The latency from the addend to the sum.
Cycles addend_latency(const Pair &pair) {
  const auto addend = addend_operand(pair.form);
  for (const OperandLatency &latency : pair.fused.operand_latencies)
    if (addend && latency.from == static_cast<int>(*addend) && latency.to == 0)
      return latency.cycles;
  return pair.fused.latency_cycles;
}

/// The longest chain with all pairs fused.
Cycles chain_if_fused(const KernelFacts &facts, const std::vector<Pair> &pairs) {
  Cycles longest;
  for (const DependencyChain &chain : facts.report.loop_carried) {
    std::map<int, Cycles> on_chain;
    for (const ChainLink &link : chain.links)
      on_chain[link.instruction] += link.cycles;
    Cycles cycles = chain.cycles;
    for (const Pair &pair : pairs) {
      if (on_chain.count(pair.add) == 0)
        continue;
      cycles = cycles - on_chain[pair.add];
      if (on_chain.count(pair.multiply) != 0)
        cycles = cycles - on_chain[pair.multiply] + pair.fused.latency_cycles;
      else
        cycles += addend_latency(pair);
    }
    longest = std::max(longest, cycles / Cycles(std::max(chain.iterations, 1)));
  }
  return longest;
}

bool is_faster_if_fused(const KernelFacts &facts, const std::vector<Pair> &pairs) {
  const auto ports = port_bound_if_fused(facts, pairs);
  if (!ports)
    return true;
  const FrontEnd &front = facts.front_end;
  const Cycles dispatched =
      front.macro_ops.is_zero()
          ? Cycles()
          : front.dispatch_cycles * (front.macro_ops - Cycles(static_cast<int>(pairs.size()))) / front.macro_ops;
  const Cycles others = std::max({facts.report.bound(BoundKind::divider), facts.report.bound(BoundKind::stores),
                                  front.branch_cycles, front.reads.cycles});
  const Cycles after = std::max({*ports, dispatched, chain_if_fused(facts, pairs), others});
  Cycles before;
  for (const Bound &bound : facts.report.bounds)
    before = std::max(before, bound.cycles);
  // If uops wait in schedulers, fewer uops wait less.
  return after < before || (after == before && facts.report.simulated_cycles);
}

} // namespace

void find_fusion(const KernelFacts &facts, Findings &findings) {
  const std::vector<Pair> pairs = pairs_of(facts);
  if (pairs.empty() || !is_faster_if_fused(facts, pairs))
    return;
  const Pair &first = pairs.front();
  findings.push_back(make_finding(facts, "osaca-missed-fma",
                                  UnfusedPair{instruction_at(facts, first.multiply).mnemonic,
                                              instruction_at(facts, first.add).mnemonic, facts.code.options},
                                  {first.multiply, first.add}));
}

} // namespace osaca
