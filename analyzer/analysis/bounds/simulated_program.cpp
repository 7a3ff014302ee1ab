#include "analysis/bounds/prediction.h"
#include "analysis/bounds/simulated_ports.h"
#include "analysis/graph/core_effects.h"

#include "base/index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <tuple>
#include <unordered_map>

namespace osaca {
namespace {

int ticks(Cycles cycles) { return static_cast<int>(std::lround(cycles.to_double() * ticks_per_cycle)); }

/// The most uops that a value may come from through a chain of renamings; more make no difference to its time.
constexpr std::size_t most_producers = 16;
constexpr int deepest_renaming = 12;
constexpr int most_uops = 64; ///< of one port demand

enum class Part { load, operation, store_address, store_data };

class ProgramBuilder {
public:
  ProgramBuilder(const CostedKernel &kernel, const DependencyGraph &graph)
      : kernel_(kernel), graph_(graph), load_ports_(kernel.model.core().ports_of_kind(PortKind::load)),
        store_ports_(kernel.model.core().ports_of_kind(PortKind::store)),
        dividers_(kernel.model.core().ports_of_kind(PortKind::divider)),
        left_out_(shared_in_the_mean(kernel.model.core())), grouped_ports_(grouped_ports(kernel.model.core())) {}

  SimulatedProgram build() {
    uops_.resize(kernel_.instructions.size());
    for (int i = 0; i < instruction_count(); ++i)
      add_instruction(i);
    if (!program_.macro_ops.empty() && kernel_.instructions.back().shares_slot_with_next)
      program_.macro_ops.back().slot_ticks = 0; // it is fused with the first instruction of the next iteration
    sort_graph();
    for (const NodeIndex n : graph_.nodes.indices())
      connect_value(n);
    for (int i = 0; i < instruction_count(); ++i)
      if (nodes_of_[at(i)].empty())
        connect_silent(i);
    for (SimulatedUop &uop : program_.uops)
      merge_inputs(uop.inputs);
    return std::move(program_);
  }

private:
  using UopLists = std::array<std::vector<int>, 4>; ///< by Part

  [[nodiscard]] int instruction_count() const { return static_cast<int>(kernel_.instructions.size()); }
  [[nodiscard]] const ValueNode &node(NodeIndex n) const { return graph_.nodes[n]; }
  [[nodiscard]] const Dependency &edge(EdgeIndex e) const { return graph_.edges[e]; }
  [[nodiscard]] const std::vector<int> &uops_of(int i, Part part) const { return uops_[at(i)][at(part)]; }

  // ---- uops and macro-ops

  /// Whether a jump is executed by the uop of the instruction before it, with which it is fused.
  [[nodiscard]] bool joins_uop_before(int i) const {
    return i > 0 && kernel_.instructions[at(i) - 1].fused_with_next && kernel_.instructions[at(i)].costed->is_branch &&
           !uops_[at(i) - 1][at(Part::operation)].empty();
  }

  void add_instruction(int i) {
    const PlacedInstruction &placed = kernel_.instructions[at(i)];
    const int first_uop = static_cast<int>(program_.uops.size());
    add_uops(i, placed);
    const int count = static_cast<int>(program_.uops.size()) - first_uop;
    const bool joins_previous = i > 0 && kernel_.instructions[at(i) - 1].shares_slot_with_next;
    if (joins_previous) {
      program_.macro_ops.back().uop_count += count;
      program_.macro_ops.back().slot_ticks = ticks(placed.dispatch_slots);
      return;
    }
    // An instruction with several slots is dispatched in parts.
    const int parts = std::clamp(static_cast<int>(placed.dispatch_slots.to_double()), 1, std::max(count, 1));
    for (int p = 0; p < parts; ++p) {
      const int begin = count * p / parts;
      const int end = count * (p + 1) / parts;
      program_.macro_ops.push_back({first_uop + begin, end - begin, ticks(placed.dispatch_slots) / parts,
                                    p == 0 && placed.splits_at_dispatch()});
    }
    if (!placed.costed->callee_cycles.is_zero())
      add_callee(placed.costed->callee_cycles);
  }

  /// The instructions of a called function are not known, only how long they fill the core. They are represented by
  /// macro-ops without uops. These take all slots during that time, and entries of the reorder buffer, so that code
  /// after the call begins only when the function is nearly finished.
  void add_callee(Cycles cycles) {
    const Core &core = kernel_.model.core();
    const int slots_ticks = ticks(cycles * core.dispatch_width.value);
    const int slots = std::max(slots_ticks / ticks_per_cycle, 1);
    const int entries = core.reorder_buffer ? ticks(core.reorder_buffer->value) / ticks_per_cycle : 1;
    const int count = std::min(slots, entries);
    const int next_uop = static_cast<int>(program_.uops.size());
    for (int m = 0; m < count; ++m)
      program_.macro_ops.push_back({next_uop, 0, slots_ticks / count + (m < slots_ticks % count ? 1 : 0), false});
  }

  void add_uops(int i, const PlacedInstruction &placed) {
    if (joins_uop_before(i)) {
      for (const int uop : uops_[at(i) - 1][at(Part::operation)])
        mark_branch(kernel_, at(i), program_.uops[at(uop)]);
      return;
    }
    bool awaits_load = placed.costed->loads;
    PortDemand division{0, 0};
    for (const PortDemand &demand : kernel_.demands_of(at(i))) {
      if ((demand.ports & ~left_out_) == 0 || demand.cycles.is_zero() || is_vector_result(kernel_, at(i), demand))
        continue;
      if ((demand.ports & ~dividers_) == 0) {
        division = demand;
        continue;
      }
      Part part = Part::operation;
      if ((demand.ports & ~load_ports_) == 0) {
        part = awaits_load || !placed.costed->stores ? Part::load : Part::store_address;
        awaits_load = false;
        if (part == Part::store_address && demand.cycles < Cycles(1))
          continue; // the part that loads take from a store's ports on average is not a uop
      } else if ((demand.ports & ~store_ports_) == 0) {
        part = Part::store_data;
      }
      add_uops_of(i, demand, part, placed.dispatch_slots);
    }
    if (division.ports != 0)
      add_division(i, division);
  }

  /// Whether the time on these ports is that of several operations: on average, it would keep each of them busy for a
  /// cycle. Models do not always know the number of operations. Two cycles are not counted: vectors pass through
  /// units of half their width in this time.
  static bool fills_ports(const PortDemand &demand) {
    const int ports = std::popcount(demand.ports);
    return ports > 1 && demand.cycles >= Cycles(ports) && demand.cycles > Cycles(2);
  }

  /// Adds one uop that occupies its port, or several uops if the instruction has several slots, its uops are dispatched
  /// in groups, or they fill their ports.
  void add_uops_of(int i, const PortDemand &demand, Part part, Cycles slots) {
    const bool is_grouped = (demand.ports & ~grouped_ports_) == 0;
    const bool is_several = (slots > Cycles(1) || is_grouped || fills_ports(demand)) && part != Part::store_data;
    const int count = is_several ? std::clamp(static_cast<int>(demand.cycles.to_double()), 1, most_uops) : 1;
    for (int k = 0; k < count; ++k) {
      uops_[at(i)][at(part)].push_back(static_cast<int>(program_.uops.size()));
      SimulatedUop &uop = program_.uops.emplace_back();
      uop.ports = demand.ports;
      uop.busy_ticks = ticks(demand.cycles / Cycles(count));
      uop.instruction = i;
      uop.is_jump = is_separate_jump(kernel_, at(i));
      uop.is_branch = kernel_.instructions[at(i)].costed->is_branch && part == Part::operation;
      if (part == Part::operation) {
        mark_branch(kernel_, at(i), uop);
        uop.results = results_of(*kernel_.instructions[at(i)].costed);
        uop.through = result_port(kernel_.model.core(), demand.ports);
      }
    }
  }

  void add_division(int i, const PortDemand &division) {
    auto &operations = uops_[at(i)][at(Part::operation)];
    if (operations.empty()) {
      operations.push_back(static_cast<int>(program_.uops.size()));
      program_.uops.push_back({division.ports, ticks(division.cycles), 0, 0, i, false, {}});
      return;
    }
    SimulatedUop &uop = program_.uops[at(operations.front())];
    uop.divider = division.ports;
    uop.divider_ticks = ticks(division.cycles);
  }

  // ---- dependencies

  void sort_graph() {
    nodes_of_.resize(kernel_.instructions.size());
    in_edges_.resize(graph_.nodes.size());
    for (const NodeIndex n : graph_.nodes.indices())
      nodes_of_[at(node(n).instruction)].push_back(n);
    for (const EdgeIndex e : graph_.edges.indices())
      in_edges_[edge(e).to].push_back(e);
  }

  [[nodiscard]] bool is_address_update(const ValueNode &value) const {
    return value.operand >= 0 &&
           kernel_.instructions[at(value.instruction)].costed->operands[at(value.operand)].address_update;
  }

  /// The uops that must issue before a value is available; none if the value is only renamed.
  [[nodiscard]] std::span<const int> uops_of(const ValueNode &value) const {
    switch (value.kind) {
    case ValueKind::loaded: return uops_of(value.instruction, Part::load);
    case ValueKind::stored: return uops_of(value.instruction, Part::store_data);
    case ValueKind::result:
      if (!is_address_update(value))
        return uops_of(value.instruction, Part::operation);
    }
    return {};
  }

  /// Whether the value comes from the store (for example by memory renaming) no later than a load starting with it
  /// could deliver it.
  [[nodiscard]] bool is_renaming(const Dependency &dependency) const {
    return dependency.kind == DependencyKind::memory && dependency.cycles <= node(dependency.to).entry_cycles;
  }

  /// The uops that must issue before a value is available, and how much earlier.
  [[nodiscard]] std::vector<UopInput> producers(NodeIndex n, int depth) {
    std::vector<UopInput> all;
    const std::span<const int> uops = uops_of(node(n));
    // A result without a latency of its own is the value that was read, like the pointer from memory in `leave`.
    const bool is_passed_on = uops.empty() || (node(n).kind == ValueKind::result && node(n).entry_cycles.is_zero());
    if (!is_passed_on && !is_renamed(n)) {
      append_uops(uops, ticks(node(n).entry_cycles), all);
      return all;
    }
    // Remembers results, as chains of moves and of stores that are read back may branch and join too often to walk each
    // path.
    const std::int64_t key = std::int64_t{n.number} * (deepest_renaming + 1) + depth;
    if (const auto known = passed_on_.find(key); known != passed_on_.end())
      return known->second;
    all = passed_on(n, depth);
    passed_on_.emplace(key, all);
    return all;
  }

  [[nodiscard]] bool is_renamed(NodeIndex n) const {
    const std::vector<EdgeIndex> &edges = in_edges_[n];
    return std::ranges::any_of(edges, [this](EdgeIndex e) { return is_renaming(edge(e)); });
  }

  [[nodiscard]] std::vector<UopInput> passed_on(NodeIndex n, int depth) {
    std::vector<UopInput> all;
    for (const EdgeIndex e : in_edges_[n])
      if (is_renaming(edge(e))) { // the stored register is used in place of the load
        for (const EdgeIndex s : in_edges_[edge(e).from])
          if (!is_address_of_store(edge(s)))
            append_producers(edge(s), edge(e).distance, edge(e).cycles, depth, all);
        return all;
      }
    for (const EdgeIndex e : in_edges_[n])
      append_producers(edge(e), 0, Cycles(0), depth, all);
    return all;
  }

  /// The latency of an instruction with several uops includes that they issue one after the other or, if it is too
  /// short for that, that they share their ports.
  void append_uops(std::span<const int> uops, int latency_ticks, std::vector<UopInput> &all) const {
    const int count = static_cast<int>(uops.size());
    const bool follow = count * ticks_per_cycle <= latency_ticks;
    for (int k = 0; k < count; ++k) {
      const int uop = uops[at(k)];
      const int ports = follow ? 1 : std::max(1, std::popcount(program_.uops[at(uop)].ports));
      all.push_back({uop, 0, std::max(0, latency_ticks - k / ports * ticks_per_cycle)});
    }
  }

  void append_producers(const Dependency &dependency, int distance, Cycles cycles, int depth,
                        std::vector<UopInput> &all) {
    if (depth == 0)
      return;
    for (UopInput input : producers(dependency.from, depth - 1)) {
      input.distance += dependency.distance + distance;
      input.offset_ticks += ticks(dependency.cycles + cycles);
      if (all.size() < most_producers)
        all.push_back(input);
    }
  }

  [[nodiscard]] bool is_address_of_store(const Dependency &dependency) const {
    return node(dependency.to).kind == ValueKind::stored && dependency.kind == DependencyKind::reg &&
           dependency.cycles.is_zero() &&
           (dependency.via.part == PassedThrough::Part::base || dependency.via.part == PassedThrough::Part::index);
  }

  /// Only if it has one uop, because it is not known which of several uops ends when.
  void note_result(const ValueNode &value) {
    const std::vector<int> &uops = uops_of(value.instruction, Part::operation);
    if (uops.size() != 1 || value.operand < 0)
      return;
    const CostedOperand &operand = kernel_.instructions[at(value.instruction)].costed->operands[at(value.operand)];
    int &cycles = program_.uops[at(uops.front())].result_cycles;
    if (operand.reg.kind == RegisterKind::gpr || operand.reg.kind == RegisterKind::flag)
      cycles = std::max(cycles, ticks(value.entry_cycles) / ticks_per_cycle);
  }

  void connect_value(NodeIndex n) {
    const ValueNode &value = node(n);
    switch (value.kind) {
    case ValueKind::loaded: await(uops_of(value.instruction, Part::load), n, true, true); break;
    case ValueKind::result:
      if (!is_address_update(value)) {
        await(uops_of(value.instruction, Part::operation), n, true, true);
        note_result(value);
      }
      break;
    case ValueKind::stored:
      await(uops_of(value.instruction, Part::store_address), n, true, false);
      await(uops_of(value.instruction, Part::store_data), n, false, true);
      if (!has_result(value.instruction))
        await(uops_of(value.instruction, Part::operation), n, false, true);
      break;
    }
  }

  void await(std::span<const int> uops, NodeIndex n, bool addresses, bool data) {
    if (uops.empty())
      return;
    const int own = ticks(node(n).entry_cycles);
    for (const EdgeIndex e : in_edges_[n]) {
      if (is_renaming(edge(e)) || (is_address_of_store(edge(e)) ? !addresses : !data))
        continue;
      for (UopInput input : producers(edge(e).from, deepest_renaming)) {
        input.distance += edge(e).distance;
        input.offset_ticks += ticks(edge(e).cycles) - own;
        for (int uop : uops)
          program_.uops[at(uop)].inputs.push_back(input);
      }
    }
  }

  [[nodiscard]] bool has_result(int instruction) const {
    const auto &nodes = nodes_of_[at(instruction)];
    return std::ranges::any_of(
        nodes, [&](NodeIndex n) { return node(n).kind == ValueKind::result && !is_address_update(node(n)); });
  }

  /// Branches and prefetches write no value that is in the graph, but still wait for what they read.
  void connect_silent(int i) {
    const CostedInstruction &silent = *kernel_.instructions[at(i)].costed;
    for (const CostedOperand &operand : silent.operands)
      if (operand.shape == CostedOperand::Shape::reg && operand.read)
        await_register(i, silent, operand.reg);
    for (const CostedAddress &memory : silent.addresses)
      for (const auto &part : {memory.base, memory.index})
        if (part)
          await_register(i, silent, *part);
  }

  /// Adds the last writer before instruction i, in this iteration or the previous one.
  void await_register(int i, const CostedInstruction &silent, const CostedRegister &reg) {
    const auto units = std::span(silent.units).subspan(reg.first_unit, reg.unit_count);
    for (int back = 1; back <= instruction_count(); ++back) {
      const int writer = (i - back + instruction_count()) % instruction_count();
      for (const NodeIndex n : nodes_of_[at(writer)])
        if (writes_any(node(n), units)) {
          for (UopInput input : producers(n, deepest_renaming)) {
            input.distance += back > i ? 1 : 0;
            for (const auto &list : uops_[at(i)])
              for (int uop : list)
                program_.uops[at(uop)].inputs.push_back(input);
          }
          return;
        }
    }
  }

  [[nodiscard]] bool writes_any(const ValueNode &value, std::span<const std::uint16_t> units) const {
    if (value.kind != ValueKind::result || value.operand < 0)
      return false;
    const CostedInstruction &costed = *kernel_.instructions[at(value.instruction)].costed;
    const CostedRegister &written = costed.operands[at(value.operand)].reg;
    const auto own = std::span(costed.units).subspan(written.first_unit, written.unit_count);
    return std::ranges::find_first_of(own, units) != own.end();
  }

  /// Of several inputs from the same uop, the latest one counts.
  static void merge_inputs(std::vector<UopInput> &inputs) {
    std::ranges::sort(inputs, [](const UopInput &a, const UopInput &b) {
      return std::tie(a.uop, a.distance, b.offset_ticks) < std::tie(b.uop, b.distance, a.offset_ticks);
    });
    const auto same = [](const UopInput &a, const UopInput &b) { return a.uop == b.uop && a.distance == b.distance; };
    inputs.erase(std::ranges::unique(inputs, same).begin(), inputs.end());
  }

  const CostedKernel &kernel_;
  const DependencyGraph &graph_;
  PortSet load_ports_;
  PortSet store_ports_;
  PortSet dividers_;
  PortSet left_out_;
  PortSet grouped_ports_;
  SimulatedProgram program_;
  std::vector<UopLists> uops_;                   ///< by instruction
  std::vector<std::vector<NodeIndex>> nodes_of_; ///< by instruction
  Indexed<ValueNode, std::vector<EdgeIndex>> in_edges_;
  std::unordered_map<std::int64_t, std::vector<UopInput>> passed_on_; ///< by node and depth
};

} // namespace

SimulatedProgram simulated_program(const CostedKernel &kernel, const DependencyGraph &graph) {
  return ProgramBuilder(kernel, graph).build();
}

} // namespace osaca
