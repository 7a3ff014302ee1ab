#include "analysis/graph/dependency_graph.h"

#include "analysis/graph/memory_renaming.h"
#include "analysis/graph/store_forwarding.h"
#include "base/index.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <ranges>

namespace osaca {
namespace {

/// In iterations. After more, the store has left the store buffer, and the load reads the cache.
constexpr int longest_forwarding_distance = 64;
constexpr int register_stack_places = 8;

class GraphBuilder {
public:
  GraphBuilder(const CostedKernel &kernel, const AddressAnalysis &addresses, const DependencyOptions &options)
      : kernel_(kernel), core_(kernel.model.core()), addresses_(addresses), options_(options) {}

  DependencyGraph build() {
    make_nodes();
    connect_registers();
    connect_memory();
    return std::move(graph_);
  }

private:
  struct InstructionNodes {
    NodeIndex synced; ///< the stack pointer after its update before the instruction
    NodeIndex loaded;
    NodeIndex first_output; ///< results and stored values are adjacent
    NodeIndex end_output;
    int maker = 0; ///< see maker_of
  };

  [[nodiscard]] const CostedInstruction &instruction(int i) const { return *kernel_.instructions[at(i)].costed; }
  [[nodiscard]] const InstructionNodes &nodes_of(int i) const { return nodes_[at(i)]; }
  [[nodiscard]] const ValueNode &node(NodeIndex n) const { return graph_.nodes[n]; }
  [[nodiscard]] int size() const { return static_cast<int>(kernel_.instructions.size()); }

  NodeIndex add_node(int i, ValueKind kind, int operand, Cycles entry_cycles) {
    const NodeIndex added = graph_.nodes.end_index();
    graph_.nodes.push_back({i, kind, operand, entry_cycles});
    return added;
  }

  void make_nodes() {
    nodes_.resize(kernel_.instructions.size());
    graph_.nodes.reserve(3 * kernel_.instructions.size());
    for (int i = 0; i < size(); ++i) {
      InstructionNodes &own = nodes_[at(i)];
      own.maker = i;
      const CostedInstruction &costed = instruction(i);
      if (kernel_.instructions[at(i)].needs_stack_sync)
        own.synced = add_node(i, ValueKind::result, -1, core_.stack_sync->latency_cycles);
      for (const CostedAddress &memory : costed.addresses)
        if (costed.operands[at(memory.operand)].read && !own.loaded.exists())
          own.loaded = add_node(i, ValueKind::loaded, memory.operand, costed.cost->load_latency_cycles);
      own.first_output = own.end_output = graph_.nodes.end_index();
      if (exchanges(i))
        continue;
      for (int o = 0; o < static_cast<int>(costed.operands.size()); ++o)
        if (const CostedOperand &operand = costed.operands[at(o)]; operand.written)
          add_node(i, operand.shape == CostedOperand::Shape::memory ? ValueKind::stored : ValueKind::result, o,
                   kernel_.instructions[at(i)].takes_no_time ? Cycles(0) : longest_latency(core_, costed, o));
      own.end_output = graph_.nodes.end_index();
    }
  }

  /// Whether it only exchanges the names of two registers.
  [[nodiscard]] bool exchanges(int i) const {
    return instruction(i).register_stack && instruction(i).register_stack->exchanges;
  }

  void add_edge(NodeIndex from, NodeIndex to, int distance, Cycles cycles, DependencyKind kind,
                const PassedThrough &via) {
    graph_.edges.push_back({from, to, distance, cycles, kind, via});
  }

  /// The last writer of a register unit, and its round through the iteration.
  struct Writer {
    NodeIndex node;
    int round = 0;
    friend bool operator==(const Writer &, const Writer &) = default;
  };

  [[nodiscard]] int distance_of(const Writer &writer) const { return round_ - writer.round; }

  [[nodiscard]] std::span<const std::uint16_t> units_of(int i, const CostedRegister &reg) const {
    return std::span(instruction(i).units).subspan(reg.first_unit, reg.unit_count);
  }

  /// The latency of an edge. Bypasses make some values available sooner or later than the reader's latency implies.
  [[nodiscard]] Cycles cycles_on_the_way(NodeIndex written, const PassedThrough &via, Cycles whole_cycles) const {
    const CostedInstruction &from = instruction(maker_of(written));
    const CostedInstruction &to = instruction(via.instruction);
    const Cycles cycles = std::max(whole_cycles - Cycles(compiler_advance(node(written), via)), Cycles(0));
    if (via.part == PassedThrough::Part::index)
      return cycles;
    const bool to_address = via.part == PassedThrough::Part::base;
    if (!to_address && from.is_renamed_addition && to.reads_additions_late)
      return cycles + core_.renamed_additions->late_cycles;
    const Bypass *bypass = bypass_between(from, to, to_address);
    return bypass == nullptr ? cycles : std::max(cycles - bypass->saved_cycles, Cycles(0));
  }

  /// The latency that the reader saves according to the compiler.
  [[nodiscard]] int compiler_advance(const ValueNode &written, const PassedThrough &via) const {
    return saved_by_forwarding(instruction(written.instruction), written.operand, instruction(via.instruction),
                               via.operand, via.part == PassedThrough::Part::index);
  }

  /// Returns the longest delay by a bypass over the register operands. It applies to all operands.
  [[nodiscard]] Cycles delay_by_operands(int i) const {
    const CostedInstruction &reader = instruction(i);
    Cycles longest = 0;
    if (reader.bypass_to == 0)
      return longest;
    for (const CostedOperand &operand : reader.operands) {
      if (operand.shape != CostedOperand::Shape::reg || !operand.read)
        continue;
      for (const std::uint16_t unit : units_of(i, operand.reg))
        if (const NodeIndex written = writers_[unit].node; written.exists())
          if (const Bypass *bypass = bypass_between(instruction(maker_of(written)), reader, false))
            longest = std::max(longest, bypass->delay_cycles);
    }
    return longest;
  }

  /// The first of the core's rules that fits. Null: none does.
  [[nodiscard]] const Bypass *bypass_between(const CostedInstruction &from, const CostedInstruction &to,
                                             bool to_address) const {
    for (std::uint64_t shared = from.bypass_from & to.bypass_to; shared != 0; shared &= shared - 1) {
      const Bypass &bypass = core_.bypasses[at(std::countr_zero(shared))];
      if (bypass.to_addresses == to_address && (bypass.with_wide_vectors || kernel_.closed_ports == 0))
        return &bypass;
    }
    return nullptr;
  }

  /// The instruction that computed a value: its writer, or the instruction before moves that only rename.
  [[nodiscard]] int maker_of(NodeIndex value) const { return nodes_of(node(value).instruction).maker; }

  void note_maker(int i) {
    const CostedInstruction &costed = instruction(i);
    nodes_[at(i)].maker = i;
    if (!costed.eliminated || costed.breaks_dependency || costed.is_renamed_addition)
      return;
    for (const CostedOperand &operand : costed.operands)
      if (operand.shape == CostedOperand::Shape::reg && operand.read && operand.reg.unit_count > 0) {
        if (const NodeIndex moved = writers_[units_of(i, operand.reg).front()].node; moved.exists())
          nodes_[at(i)].maker = maker_of(moved);
        return;
      }
  }

  /// `reg` is a register of the instruction that `to` belongs to.
  void read_register(const CostedRegister &reg, NodeIndex to, Cycles cycles, const PassedThrough &via) {
    const bool is_flag = reg.kind == RegisterKind::flag;
    if (is_flag && !options_.flags)
      return;
    cycles += merging_cycles(kernel_, via.instruction, reg);
    const auto units = units_of(node(to).instruction, reg);
    for (std::size_t u = 0; u < units.size(); ++u) {
      const Writer writer = writers_[units[u]];
      const auto is_same = [&](std::uint16_t unit) { return writers_[unit] == writer; };
      if (!writer.node.exists() || std::any_of(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(u), is_same))
        continue; // no producer, or the edge already exists
      const int distance = distance_of(writer);
      const bool is_internal = node(writer.node).instruction == node(to).instruction && distance == 0;
      add_edge(writer.node, to, distance, is_flag ? cycles : cycles_on_the_way(writer.node, via, cycles),
               is_internal ? DependencyKind::internal
               : is_flag   ? DependencyKind::flag
                           : DependencyKind::reg,
               via);
    }
  }

  /// Adds the edges into one instruction, given the last writers before it.
  void connect_inputs(int i) {
    const CostedInstruction &costed = instruction(i);
    const InstructionNodes &own = nodes_of(i);
    if (own.synced.exists())
      synchronise(i, own.synced);
    if (costed.breaks_dependency || exchanges(i))
      return;
    const Cycles delay = delay_by_operands(i);
    for (int o = 0; o < static_cast<int>(costed.operands.size()); ++o) {
      const CostedOperand &operand = costed.operands[at(o)];
      if (operand.shape == CostedOperand::Shape::memory)
        connect_memory_operand(i, o, delay);
      else if (operand.shape == CostedOperand::Shape::reg && operand.read &&
               !(costed.waits_for_flags_only && operand.reg.kind != RegisterKind::flag))
        connect_source(i, o, delay);
    }
  }

  /// `delay` depends on where its operands come from.
  void connect_memory_operand(int i, int o, Cycles delay) {
    const CostedInstruction &costed = instruction(i);
    const InstructionNodes &own = nodes_of(i);
    const CostedOperand &operand = costed.operands[at(o)];
    const CostedAddress &memory = costed.addresses[at(operand.address)];
    if (memory.base)
      read_address(i, *memory.base, operand, {i, o, PassedThrough::Part::base});
    if (memory.index)
      read_address(i, *memory.index, operand, {i, o, PassedThrough::Part::index});
    if (!operand.read)
      return;
    for (NodeIndex output = own.first_output; output < own.end_output; ++output)
      if (!costed.operands[at(node(output).operand)].address_update)
        add_edge(own.loaded, output, 0, operand_latency(core_, costed, o, node(output).operand) + delay,
                 DependencyKind::internal, {});
  }

  void connect_source(int i, int o, Cycles delay) {
    const CostedInstruction &costed = instruction(i);
    const CostedOperand &operand = costed.operands[at(o)];
    for (NodeIndex output = nodes_of(i).first_output; output < nodes_of(i).end_output; ++output) {
      const int target = node(output).operand;
      // An updated base register depends only on itself, and other results depend on it only through the address.
      if (costed.operands[at(target)].address_update != operand.address_update ||
          (operand.address_update && target != o))
        continue;
      const Cycles cycles =
          kernel_.instructions[at(i)].takes_no_time ? Cycles(0) : operand_latency(core_, costed, o, target);
      read_register(operand.reg, output, cycles + delay, {i, o, PassedThrough::Part::reg});
    }
  }

  /// From here on, readers of the stack pointer read the result of the synchronisation.
  void synchronise(int i, NodeIndex synced) {
    const int source = instruction(i).stack_pointer_source;
    const CostedRegister &stack_pointer = instruction(i).operands[at(source)].reg;
    read_register(stack_pointer, synced, core_.stack_sync->latency_cycles, {i, source, PassedThrough::Part::reg});
    record_write(i, stack_pointer, synced);
  }

  void read_address(int i, const CostedRegister &reg, const CostedOperand &memory_operand, const PassedThrough &via) {
    const InstructionNodes &own = nodes_of(i);
    if (memory_operand.read) {
      if (own.loaded.exists())
        read_register(reg, own.loaded, instruction(i).cost->load_latency_cycles, via);
      return;
    }
    for (NodeIndex output = own.first_output; output < own.end_output; ++output)
      if (node(output).kind == ValueKind::stored)
        read_register(reg, output, Cycles(0), via);
  }

  void connect_registers() {
    std::uint16_t largest_unit = 0;
    for (const PlacedInstruction &placed : kernel_.instructions)
      largest_unit = std::max(largest_unit, placed.costed->largest_unit);
    writers_.assign(std::size_t{largest_unit} + 1, {});
    graph_.edges.reserve(4 * kernel_.instructions.size());
    // The first pass only finds the last writers of the iteration, which are the producers at the start of the second
    // pass.
    // A register that is not written in an iteration may change its name in it, and has the new name in the next one.
    for (const int rounds = has_exchanges() ? register_stack_places : 1; round_ < rounds; ++round_)
      for (int i = 0; i < size(); ++i)
        record_writes(i);
    for (int i = 0; i < size(); ++i) {
      connect_inputs(i);
      record_writes(i);
    }
  }

  [[nodiscard]] bool has_exchanges() const {
    return std::ranges::any_of(std::views::iota(0, size()), [this](int i) { return exchanges(i); });
  }

  void exchange(int i) {
    std::vector<std::uint16_t> units;
    for (const CostedOperand &operand : instruction(i).operands)
      if (operand.shape == CostedOperand::Shape::reg && operand.reg.kind == RegisterKind::register_stack)
        for (const std::uint16_t unit : units_of(i, operand.reg))
          units.push_back(unit);
    if (units.size() == 2)
      std::swap(writers_[units[0]], writers_[units[1]]);
  }

  void record_writes(int i) {
    if (exchanges(i))
      return exchange(i);
    note_maker(i);
    const CostedInstruction &costed = instruction(i);
    const InstructionNodes &own = nodes_of(i);
    if (own.synced.exists())
      record_write(i, costed.operands[at(costed.stack_pointer_source)].reg, own.synced);
    for (NodeIndex output = own.first_output; output < own.end_output; ++output)
      if (const CostedOperand &operand = costed.operands[at(node(output).operand)];
          operand.shape == CostedOperand::Shape::reg)
        record_write(i, operand.reg, output);
  }

  void record_write(int i, const CostedRegister &reg, NodeIndex node) {
    for (std::uint16_t unit : units_of(i, reg))
      writers_[unit] = {node, round_};
  }

  /// The value that an access stores.
  [[nodiscard]] NodeIndex stored_node(const MemoryAccess &access) const {
    const InstructionNodes &own = nodes_of(access.instruction);
    for (NodeIndex output = own.first_output; output < own.end_output; ++output)
      if (node(output).operand == access.operand)
        return output;
    return {};
  }

  /// These loads are never renamed, because it is not known in advance which store they depend on.
  void connect_few_places() {
    for (const Forwarding &forwarding : forwardings_among_few_places(addresses_)) {
      const MemoryAccess &store = addresses_.accesses[at(forwarding.store)];
      const MemoryAccess &load = addresses_.accesses[at(forwarding.load)];
      const NodeIndex from = stored_node(store);
      const NodeIndex to = nodes_of(load.instruction).loaded;
      if (from.exists() && to.exists())
        add_edge(from, to, forwarding.distance,
                 forwarding_cycles(core_, instruction(store.instruction), instruction(load.instruction), true),
                 DependencyKind::memory, {load.instruction, load.operand, PassedThrough::Part::address});
    }
  }

  void connect_memory() {
    connect_few_places();
    std::vector<Forwarding> found = forwardings(addresses_, longest_forwarding_distance);
    for (const Forwarding &varying : forwardings_of_varying_places(addresses_))
      found.push_back(varying);
    if (found.empty())
      return;
    const std::vector<bool> may_rename = may_be_renamed(kernel_, addresses_, found);
    for (std::size_t f = 0; f < found.size(); ++f)
      connect_forwarding(found[f], may_rename[f]);
    order_failed_forwardings(addresses_, graph_);
  }

  /// `may_rename`: the load may take its value from the register of the store.
  void connect_forwarding(const Forwarding &forwarding, bool may_rename) {
    const MemoryAccess &store = addresses_.accesses[at(forwarding.store)];
    const MemoryAccess &load = addresses_.accesses[at(forwarding.load)];
    const NodeIndex from = stored_node(store);
    const NodeIndex to = nodes_of(load.instruction).loaded;
    if (!from.exists() || !to.exists())
      return;
    const Cost &cost = *instruction(store.instruction).cost;
    const bool fails = forwarding.is_partial && !cost.failed_forward_cycles.is_zero();
    const bool begins_there = begin_together(store, load, forwarding.distance);
    if (forwarding.is_partial)
      graph_.failed_forwardings.push_back(
          {forwarding.store, forwarding.load, forwarding.distance, cost.failed_forward_cycles,
           cost.failed_forwards_overlap && begins_there && store.step_bytes.has_value()});
    const bool is_renamed = !fails && may_rename && keeps_renamed(load.instruction);
    const Cycles cycles = fails        ? cost.failed_forward_cycles
                          : is_renamed ? Cycles(0)
                                       : forwarding_cycles(core_, instruction(store.instruction),
                                                           instruction(load.instruction), begins_there);
    const PassedThrough via{load.instruction, load.operand, PassedThrough::Part::address};
    add_edge(from, to, forwarding.distance, cycles, DependencyKind::memory, via);
  }

  /// Notes the load if the core renames it in some runs only.
  bool keeps_renamed(int load) {
    const bool is_certain = !instruction(load).is_renamed_sometimes;
    if (!is_certain)
      graph_.renamed_sometimes.push_back(load);
    return is_certain || options_.renamed_sometimes;
  }

  const CostedKernel &kernel_;
  const Core &core_;
  const AddressAnalysis &addresses_;
  DependencyOptions options_;
  DependencyGraph graph_;
  std::vector<InstructionNodes> nodes_;
  std::vector<Writer> writers_; ///< by register unit
  int round_ = 0;               ///< through the iteration
};

} // namespace

DependencyGraph dependency_graph(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                 const DependencyOptions &options) {
  return GraphBuilder(kernel, addresses, options).build();
}

} // namespace osaca
