#include "analysis/bounds/prediction.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <span>
#include <tuple>

namespace osaca {
namespace {

constexpr double longest_cycles = 10'000; ///< of a latency; no instruction takes longer
constexpr int most_uses = 64;             ///< of one port demand

int issue_ticks(Cycles cycles) {
  return static_cast<int>(
      std::lround(std::clamp(cycles.to_double(), -longest_cycles, longest_cycles) * ticks_per_cycle));
}

class InOrderBuilder {
public:
  InOrderBuilder(const CostedKernel &kernel, const DependencyGraph &graph)
      : kernel_(kernel), core_(kernel.model.core()), graph_(graph) {}

  InOrderProgram build() {
    program_.instructions.resize(kernel_.instructions.size());
    find_depths();
    for (int i = 0; i < count(); ++i) {
      add_issue(i);
      add_uses(i);
      add_rules(i);
    }
    if (count() > 0 && kernel_.instructions.back().shares_slot_with_next)
      instruction(0).slot_ticks = 0; // it is fused with the first instruction of the next iteration
    for (const Dependency &edge : graph_.edges)
      if (edge.kind != DependencyKind::internal)
        connect(edge);
    for (int i = 0; i < count(); ++i)
      if (nodes_of_[at(i)].empty())
        connect_silent(i);
    for (InOrderInstruction &instruction : program_.instructions)
      merge_inputs(instruction.inputs);
    return std::move(program_);
  }

private:
  [[nodiscard]] int count() const { return static_cast<int>(kernel_.instructions.size()); }
  [[nodiscard]] InOrderInstruction &instruction(int i) { return program_.instructions[at(i)]; }
  [[nodiscard]] const CostedInstruction &costed(int i) const { return *kernel_.instructions[at(i)].costed; }

  /// The time from the issue of an instruction to each of its values, through the load that it begins with.
  void find_depths() {
    nodes_of_.resize(kernel_.instructions.size());
    depths_.resize(graph_.nodes.size());
    for (const NodeIndex n : graph_.nodes.indices()) {
      depths_[n] = graph_.nodes[n].entry_cycles;
      nodes_of_[at(graph_.nodes[n].instruction)].push_back(n);
    }
    for (const Dependency &edge : graph_.edges) // edges inside an instruction only lead from its load to its results
      if (edge.kind == DependencyKind::internal && edge.distance == 0)
        depths_[edge.to] = std::max(depths_[edge.to], depths_[edge.from] + edge.cycles);
  }

  void add_issue(int i) {
    const PlacedInstruction &placed = kernel_.instructions[at(i)];
    const Cost &cost = *placed.costed->cost;
    InOrderInstruction &made = instruction(i);
    const bool joins_previous = i > 0 && kernel_.instructions[at(i) - 1].shares_slot_with_next;
    made.slot_ticks = joins_previous ? 0 : issue_ticks(placed.dispatch_slots);
    made.begins_group = cost.issue.begins_group;
    made.ends_group = cost.issue.ends_group || (core_.in_order.branch_ends_group && is_taken(i));
    made.writes_in_any_order = cost.issue.writes_in_any_order;
    Cycles last = cost.latency_cycles + cost.load_latency_cycles;
    Cycles first = last;
    for (const NodeIndex n : nodes_of_[at(i)])
      if (graph_.nodes[n].kind == ValueKind::result && !is_address_update(graph_.nodes[n]))
        first = std::min(first, depths_[n]);
    made.first_write_ticks = issue_ticks(first);
    made.last_write_ticks = issue_ticks(last);
  }

  /// The new address comes from the address unit, before all other results.
  [[nodiscard]] bool is_address_update(const ValueNode &value) const {
    return value.operand >= 0 && costed(value.instruction).operands[at(value.operand)].address_update;
  }

  [[nodiscard]] bool is_taken(int i) const {
    return costed(i).changes_flow || (kernel_.way_back == WayBack::at_end && i == count() - 1);
  }

  void add_uses(int i) {
    std::vector<IssuePortUse> &uses = instruction(i).uses;
    for (const PortDemand &demand : kernel_.demands_of(at(i))) {
      if (demand.ports == 0 || demand.cycles.is_zero())
        continue;
      // Several uops on the same ports, or one that occupies its port for several cycles.
      const bool is_several = kernel_.instructions[at(i)].dispatch_slots > Cycles(1);
      const int parts =
          is_several ? static_cast<int>(std::clamp(demand.cycles.to_double(), 1.0, double{most_uses})) : 1;
      for (int part = 0; part < parts; ++part)
        uses.push_back({demand.ports, issue_ticks(demand.cycles / Cycles(parts))});
    }
    std::ranges::stable_sort(uses, [](const IssuePortUse &a, const IssuePortUse &b) {
      return std::popcount(a.ports) < std::popcount(b.ports);
    });
  }

  // ---- rules about instructions in the same cycle

  void add_rules(int i) {
    InOrderInstruction &made = instruction(i);
    const std::vector<IssueRule> &rules = core_.in_order.rules;
    for (std::size_t r = 0; r < rules.size() && r < 32; ++r) {
      const bool fits = is_of_kind(i, rules[r].of, 2 * r);
      switch (rules[r].kind) {
      case IssueRule::Kind::alone:
        made.begins_group |= fits;
        made.ends_group |= fits;
        break;
      case IssueRule::Kind::first: made.begins_group |= fits; break;
      case IssueRule::Kind::last: made.ends_group |= fits; break;
      case IssueRule::Kind::apart:
        made.apart |= std::uint32_t{fits} << r;
        made.apart_from |= std::uint32_t{is_of_kind(i, rules[r].other, 2 * r + 1)} << r;
        break;
      }
    }
  }

  [[nodiscard]] bool is_of_kind(int i, const IssueKind &kind, std::size_t bit) const {
    const CostedInstruction &is = costed(i);
    if ((is.issue_kinds >> bit & 1U) == 0)
      return false;
    if (kind.ports != 0 && std::ranges::none_of(kernel_.demands_of(at(i)), [&](const PortDemand &demand) {
          return (demand.ports & kind.ports) != 0;
        }))
      return false;
    switch (kind.access) {
    case IssueKind::Access::any: break;
    case IssueKind::Access::load:
      if (!is.loads)
        return false;
      break;
    case IssueKind::Access::store:
      if (!is.stores)
        return false;
      break;
    case IssueKind::Access::branch:
      if (!is.is_branch)
        return false;
      break;
    }
    return count_registers(is, false) >= kind.least_sources && count_registers(is, true) >= kind.least_results;
  }

  static int count_registers(const CostedInstruction &is, bool written) {
    std::set<std::uint16_t> units;
    const auto add = [&](const CostedRegister &reg) {
      if (reg.unit_count > 0 && reg.kind != RegisterKind::flag)
        units.insert(is.units[reg.first_unit]);
    };
    for (const CostedOperand &operand : is.operands)
      if (operand.shape == CostedOperand::Shape::reg && (written ? operand.written : operand.read))
        add(operand.reg);
    for (const CostedAddress &address : is.addresses)
      for (const auto &part : {address.base, address.index})
        if (part && !written)
          add(*part);
    return static_cast<int>(units.size());
  }

  // ---- dependencies

  /// The two values must be at least edge.cycles apart.
  void connect(const Dependency &edge) {
    const ValueNode &to = graph_.nodes[edge.to];
    const ValueNode &from = graph_.nodes[edge.from];
    const bool is_address = edge.kind == DependencyKind::reg && is_part_of_address(edge.via);
    // An address is needed when the store is issued.
    Cycles offset = is_address && to.kind == ValueKind::stored
                        ? depths_[edge.from] - advance(edge.from, costed(to.instruction), edge.via)
                        : depths_[edge.from] + edge.cycles - depths_[edge.to];
    if (edge.kind == DependencyKind::reg)
      offset += later_than_usual(from, costed(to.instruction), edge.via);
    if (edge.kind == DependencyKind::reg && to.kind == ValueKind::stored && !is_address && writes_general(from))
      offset -= Cycles(core_.in_order.store_data_cycles);
    if (from.instruction != to.instruction || edge.distance > 0)
      instruction(to.instruction).inputs.push_back({from.instruction, edge.distance, issue_ticks(offset)});
  }

  /// How much later than its issue the reader needs the value, according to the compiler.
  [[nodiscard]] Cycles advance(NodeIndex from, const CostedInstruction &reader, const PassedThrough &via) const {
    const ValueNode &value = graph_.nodes[from];
    return saved_by_forwarding(costed(value.instruction), value.operand, reader, via.operand,
                               via.part == PassedThrough::Part::index);
  }

  static bool is_part_of_address(const PassedThrough &via) {
    return via.part == PassedThrough::Part::base || via.part == PassedThrough::Part::index;
  }

  [[nodiscard]] bool writes_general(const ValueNode &value) const {
    return value.kind == ValueKind::result && value.operand >= 0 &&
           costed(value.instruction).operands[at(value.operand)].reg.kind == RegisterKind::gpr;
  }

  /// The cycles by which a reader gets a value later than its latency says, because addresses are needed sooner than
  /// other operands.
  [[nodiscard]] Cycles later_than_usual(const ValueNode &value, const CostedInstruction &reader,
                                        const PassedThrough &via) const {
    const CostedInstruction &writer = costed(value.instruction);
    if ((writer.cost->forwarding && reader.cost->forwarding) || !writes_general(value) || is_address_update(value))
      return 0;
    if (!writer.loads)
      return is_part_of_address(via) ? core_.in_order.address_cycles : 0;
    return is_part_of_address(via) || needs_early(reader, via) ? 0 : -core_.in_order.loaded_value_cycles;
  }

  /// Whether the compiler, whose figures the reader has, says of no writer that the operand is needed late.
  static bool needs_early(const CostedInstruction &reader, const PassedThrough &via) {
    if (!reader.cost->forwarding || via.operand < 0)
      return false;
    return std::ranges::none_of(reader.cost->forwarding->reads, [&](const CompilerForwarding::Read &read) {
      return read.number == reader.operands[at(via.operand)].read_number && read.advance_cycles > 0;
    });
  }

  /// Branches and prefetches write no value that is in the graph, but still wait for what they read.
  void connect_silent(int i) {
    const CostedInstruction &silent = costed(i);
    for (int o = 0; o < static_cast<int>(silent.operands.size()); ++o)
      if (const CostedOperand &operand = silent.operands[at(o)];
          operand.shape == CostedOperand::Shape::reg && operand.read)
        await_register(i, operand.reg, {i, o, PassedThrough::Part::reg});
    for (const CostedAddress &memory : silent.addresses) {
      if (memory.base)
        await_register(i, *memory.base, {i, memory.operand, PassedThrough::Part::base});
      if (memory.index)
        await_register(i, *memory.index, {i, memory.operand, PassedThrough::Part::index});
    }
  }

  /// Adds the last writer before instruction i, in this iteration or the previous one.
  void await_register(int i, const CostedRegister &reg, const PassedThrough &via) {
    const auto units = std::span(costed(i).units).subspan(reg.first_unit, reg.unit_count);
    const bool is_fused = i > 0 && kernel_.instructions[at(i) - 1].fused_with_next;
    for (int back = is_fused ? 2 : 1; back <= count(); ++back) {
      const int writer = (i - back + count()) % count();
      for (const NodeIndex n : nodes_of_[at(writer)])
        if (writes_any(graph_.nodes[n], units)) {
          const Cycles offset = depths_[n] - advance(n, costed(i), via) - saved_by_bypass(costed(writer), costed(i)) +
                                later_than_usual(graph_.nodes[n], costed(i), via);
          instruction(i).inputs.push_back({writer, back > i ? 1 : 0, issue_ticks(offset)});
          return;
        }
    }
  }

  /// The graph has no edges to instructions without a result, so their bypasses are looked up here.
  [[nodiscard]] Cycles saved_by_bypass(const CostedInstruction &from, const CostedInstruction &to) const {
    const std::uint64_t shared = from.bypass_from & to.bypass_to;
    return shared == 0 ? Cycles(0) : core_.bypasses[at(std::countr_zero(shared))].saved_cycles;
  }

  [[nodiscard]] bool writes_any(const ValueNode &value, std::span<const std::uint16_t> units) const {
    if (value.kind != ValueKind::result || value.operand < 0)
      return false;
    const CostedInstruction &writer = costed(value.instruction);
    const CostedRegister &written = writer.operands[at(value.operand)].reg;
    const auto own = std::span(writer.units).subspan(written.first_unit, written.unit_count);
    return std::ranges::find_first_of(own, units) != own.end();
  }

  /// Of several inputs from the same instruction, the latest one counts.
  static void merge_inputs(std::vector<InOrderInput> &inputs) {
    std::ranges::sort(inputs, [](const InOrderInput &a, const InOrderInput &b) {
      return std::tie(a.instruction, a.distance, b.offset_ticks) < std::tie(b.instruction, b.distance, a.offset_ticks);
    });
    inputs.erase(std::unique(inputs.begin(), inputs.end(),
                             [](const InOrderInput &a, const InOrderInput &b) {
                               return a.instruction == b.instruction && a.distance == b.distance;
                             }),
                 inputs.end());
  }

  const CostedKernel &kernel_;
  const Core &core_;
  const DependencyGraph &graph_;
  InOrderProgram program_;
  std::vector<std::vector<NodeIndex>> nodes_of_; ///< by instruction
  Indexed<ValueNode, Cycles> depths_;
};

} // namespace

InOrderProgram in_order_program(const CostedKernel &kernel, const DependencyGraph &graph) {
  return InOrderBuilder(kernel, graph).build();
}

} // namespace osaca
