#include "analysis/graph/dependency_graph.h"

#include "analysis/graph/forwarding.h"
#include "analysis/graph/renaming.h"

#include <algorithm>
#include <optional>

namespace osaca {
namespace {

/// A store is written to the cache and forgotten by the store buffer after so many iterations; from there on a load of
/// the same bytes costs what every load costs.
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
    int synced = -1; ///< the stack pointer, brought up to date before the instruction
    int loaded = -1;
    int first_output = 0; ///< results and stored values stand together
    int end_output = 0;
  };

  [[nodiscard]] const CostedInstruction &instruction(int i) const {
    return *kernel_.instructions[static_cast<std::size_t>(i)].bound;
  }
  [[nodiscard]] const InstructionNodes &nodes_of(int i) const { return nodes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const ValueNode &node(int n) const { return graph_.nodes[static_cast<std::size_t>(n)]; }
  [[nodiscard]] int size() const { return static_cast<int>(kernel_.instructions.size()); }

  int add_node(int i, ValueKind kind, int operand, Cycles entry_cycles) {
    graph_.nodes.push_back({i, kind, operand, entry_cycles});
    return static_cast<int>(graph_.nodes.size()) - 1;
  }

  /// Latency of an instruction from one operand to another, the load part not counted.
  [[nodiscard]] Cycles latency(const CostedInstruction &bound, int from, int to) const {
    const BoundOperand &target = bound.operands[static_cast<std::size_t>(to)];
    if (target.address_update)
      return core_.stack_engine.value && target.implicit ? Cycles(0) : core_.address_update_cycles.value;
    for (const OperandLatency &exception : bound.cost->operand_latencies)
      if (exception.from == from && exception.to == to)
        return exception.cycles;
    return bound.cost->latency_cycles;
  }

  /// To an operand from the source that takes longest.
  [[nodiscard]] Cycles longest_latency(const CostedInstruction &bound, int to) const {
    if (bound.cost->operand_latencies.empty())
      return latency(bound, -1, to);
    std::optional<Cycles> longest;
    for (int o = 0; o < static_cast<int>(bound.operands.size()); ++o) {
      const BoundOperand &source = bound.operands[static_cast<std::size_t>(o)];
      if (source.read && source.shape != BoundOperand::Shape::other)
        longest = std::max(longest.value_or(Cycles(0)), latency(bound, o, to));
    }
    return longest.value_or(latency(bound, -1, to));
  }

  void make_nodes() {
    nodes_.resize(kernel_.instructions.size());
    graph_.nodes.reserve(3 * kernel_.instructions.size());
    for (int i = 0; i < size(); ++i) {
      InstructionNodes &own = nodes_[static_cast<std::size_t>(i)];
      const CostedInstruction &bound = instruction(i);
      if (kernel_.instructions[static_cast<std::size_t>(i)].needs_stack_sync)
        own.synced = add_node(i, ValueKind::result, -1, core_.stack_sync->latency_cycles);
      for (const BoundAddress &memory : bound.addresses)
        if (bound.operands[static_cast<std::size_t>(memory.operand)].read && own.loaded < 0)
          own.loaded = add_node(i, ValueKind::loaded, memory.operand, bound.cost->load_latency_cycles);
      own.first_output = own.end_output = static_cast<int>(graph_.nodes.size());
      if (exchanges(i))
        continue;
      for (int o = 0; o < static_cast<int>(bound.operands.size()); ++o)
        if (const BoundOperand &operand = bound.operands[static_cast<std::size_t>(o)]; operand.written)
          add_node(i, operand.shape == BoundOperand::Shape::memory ? ValueKind::stored : ValueKind::result, o,
                   longest_latency(bound, o));
      own.end_output = static_cast<int>(graph_.nodes.size());
    }
  }

  /// Its two registers only change names.
  [[nodiscard]] bool exchanges(int i) const {
    return instruction(i).register_stack && instruction(i).register_stack->exchanges;
  }

  void add_edge(int from, int to, int distance, Cycles cycles, DependencyKind kind, const PassedThrough &via) {
    graph_.edges.push_back({from, to, distance, cycles, kind, via});
  }

  /// Who wrote a register unit last, and whether that was in the previous iteration.
  struct Writer {
    int node = -1;
    int distance = 0;
    friend bool operator==(const Writer &, const Writer &) = default;
  };

  [[nodiscard]] std::span<const std::uint16_t> units_of(int i, const BoundRegister &reg) const {
    return std::span(instruction(i).units).subspan(reg.first_unit, reg.unit_count);
  }

  /// `reg` is a register of the instruction that `to` belongs to.
  void read_register(const BoundRegister &reg, int to, Cycles cycles, const PassedThrough &via) {
    const bool is_flag = reg.kind == RegisterKind::flag;
    if (is_flag && !options_.flags)
      return;
    const auto units = units_of(node(to).instruction, reg);
    for (std::size_t u = 0; u < units.size(); ++u) {
      const Writer writer = writers_[units[u]];
      const auto is_same = [&](std::uint16_t unit) { return writers_[unit] == writer; };
      if (writer.node < 0 || std::any_of(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(u), is_same))
        continue; // nobody; or several units, one producer: one edge
      const bool is_internal = node(writer.node).instruction == node(to).instruction && writer.distance == 0;
      add_edge(writer.node, to, writer.distance, cycles,
               is_internal ? DependencyKind::internal
               : is_flag   ? DependencyKind::flag
                           : DependencyKind::reg,
               via);
    }
  }

  /// In-edges of one instruction, given who wrote what before.
  void connect_inputs(int i) {
    const CostedInstruction &bound = instruction(i);
    const InstructionNodes &own = nodes_of(i);
    if (own.synced >= 0)
      synchronise(i, own.synced);
    if (bound.breaks_dependency || exchanges(i))
      return;
    for (int o = 0; o < static_cast<int>(bound.operands.size()); ++o) {
      const BoundOperand &operand = bound.operands[static_cast<std::size_t>(o)];
      if (operand.shape == BoundOperand::Shape::memory)
        connect_memory_operand(i, o);
      else if (operand.shape == BoundOperand::Shape::reg && operand.read &&
               !(bound.waits_for_flags_only && operand.reg.kind != RegisterKind::flag))
        connect_source(i, o);
    }
  }

  void connect_memory_operand(int i, int o) {
    const CostedInstruction &bound = instruction(i);
    const InstructionNodes &own = nodes_of(i);
    const BoundOperand &operand = bound.operands[static_cast<std::size_t>(o)];
    const BoundAddress &memory = bound.addresses[static_cast<std::size_t>(operand.address)];
    if (memory.base)
      read_address(i, *memory.base, operand, {i, o, PassedThrough::Part::base});
    if (memory.index)
      read_address(i, *memory.index, operand, {i, o, PassedThrough::Part::index});
    if (!operand.read)
      return;
    for (int output = own.first_output; output < own.end_output; ++output)
      if (!bound.operands[static_cast<std::size_t>(node(output).operand)].address_update)
        add_edge(own.loaded, output, 0, latency(bound, o, node(output).operand), DependencyKind::internal, {});
  }

  void connect_source(int i, int o) {
    const CostedInstruction &bound = instruction(i);
    const BoundOperand &operand = bound.operands[static_cast<std::size_t>(o)];
    for (int output = nodes_of(i).first_output; output < nodes_of(i).end_output; ++output) {
      const int target = node(output).operand;
      // The base register of a pre/post-indexed access follows from itself alone, and nothing else follows from it
      // but through the address.
      if (bound.operands[static_cast<std::size_t>(target)].address_update == operand.address_update)
        read_register(operand.reg, output, latency(bound, o, target), {i, o, PassedThrough::Part::reg});
    }
  }

  /// Whoever reads the stack pointer from here on reads what the synchronisation wrote.
  void synchronise(int i, int synced) {
    const int source = instruction(i).stack_pointer_source;
    const BoundRegister &stack_pointer = instruction(i).operands[static_cast<std::size_t>(source)].reg;
    read_register(stack_pointer, synced, core_.stack_sync->latency_cycles, {i, source, PassedThrough::Part::reg});
    record_write(i, stack_pointer, synced);
  }

  void read_address(int i, const BoundRegister &reg, const BoundOperand &memory_operand, const PassedThrough &via) {
    const InstructionNodes &own = nodes_of(i);
    if (memory_operand.read) {
      if (own.loaded >= 0)
        read_register(reg, own.loaded, instruction(i).cost->load_latency_cycles, via);
      return;
    }
    for (int output = own.first_output; output < own.end_output; ++output)
      if (node(output).kind == ValueKind::stored)
        read_register(reg, output, Cycles(0), via);
  }

  void connect_registers() {
    std::uint16_t largest_unit = 0;
    for (const PlacedInstruction &placed : kernel_.instructions)
      for (std::uint16_t unit : placed.bound->units)
        largest_unit = std::max(largest_unit, unit);
    writers_.assign(std::size_t{largest_unit} + 1, {});
    graph_.edges.reserve(4 * kernel_.instructions.size());
    // First pass only finds the last writers of the iteration; they are the producers that the second pass starts with.
    for (int i = 0; i < size(); ++i)
      record_writes(i);
    age_writers();
    for (int round = 1; has_exchanges() && round < register_stack_places; ++round) {
      // What is not written in an iteration may have changed names in it, and is found under them in the next.
      for (int i = 0; i < size(); ++i)
        record_writes(i);
      age_writers();
    }
    for (int i = 0; i < size(); ++i) {
      connect_inputs(i);
      record_writes(i);
    }
  }

  void age_writers() {
    for (Writer &writer : writers_)
      writer.distance += writer.node < 0 ? 0 : 1;
  }

  [[nodiscard]] bool has_exchanges() const {
    for (int i = 0; i < size(); ++i)
      if (exchanges(i))
        return true;
    return false;
  }

  void exchange(int i) {
    std::vector<std::uint16_t> units;
    for (const BoundOperand &operand : instruction(i).operands)
      if (operand.shape == BoundOperand::Shape::reg && operand.reg.kind == RegisterKind::register_stack)
        for (const std::uint16_t unit : units_of(i, operand.reg))
          units.push_back(unit);
    if (units.size() == 2)
      std::swap(writers_[units[0]], writers_[units[1]]);
  }

  void record_writes(int i) {
    if (exchanges(i))
      return exchange(i);
    const CostedInstruction &bound = instruction(i);
    const InstructionNodes &own = nodes_of(i);
    if (own.synced >= 0)
      record_write(i, bound.operands[static_cast<std::size_t>(bound.stack_pointer_source)].reg, own.synced);
    for (int output = own.first_output; output < own.end_output; ++output)
      if (const BoundOperand &operand = bound.operands[static_cast<std::size_t>(node(output).operand)];
          operand.shape == BoundOperand::Shape::reg)
        record_write(i, operand.reg, output);
  }

  void record_write(int i, const BoundRegister &reg, int node) {
    for (std::uint16_t unit : units_of(i, reg))
      writers_[unit] = {node, 0};
  }

  /// The value that an access stores.
  [[nodiscard]] int stored_node(const MemoryAccess &access) const {
    const InstructionNodes &own = nodes_of(access.instruction);
    for (int output = own.first_output; output < own.end_output; ++output)
      if (node(output).operand == access.operand)
        return output;
    return -1;
  }

  /// From memory to a register of the kind; 0: the core does not say.
  [[nodiscard]] Cycles load_cycles(bool to_vector) const {
    const RegisterKind kind = to_vector ? RegisterKind::vector : RegisterKind::gpr;
    for (const MemoryAccessCost &entry : core_.loads)
      if (entry.kind == kind)
        return entry.latency_cycles;
    return 0;
  }

  /// A store's figure is for a load to its own kind of register; to another kind a load takes more or less time.
  [[nodiscard]] Cycles forwarding_cycles(const CostedInstruction &store, const CostedInstruction &load) const {
    const Cycles own = load_cycles(store.uses_vector_registers);
    const Cycles other = load_cycles(load.uses_vector_registers);
    const Cycles figure = store.cost->store_forward_cycles;
    return own.is_zero() || other.is_zero() ? figure : std::max(figure - own + other, other);
  }

  void connect_memory() {
    const std::vector<Forwarding> found = forwardings(addresses_, longest_forwarding_distance);
    if (found.empty())
      return;
    const MemoryRenaming renaming(kernel_);
    for (const Forwarding &forwarding : found) {
      const MemoryAccess &store = addresses_.accesses[static_cast<std::size_t>(forwarding.store)];
      const MemoryAccess &load = addresses_.accesses[static_cast<std::size_t>(forwarding.load)];
      const int from = stored_node(store);
      const int to = nodes_of(load.instruction).loaded;
      if (from < 0 || to < 0)
        continue;
      const Cost &cost = *instruction(store.instruction).cost;
      const bool fails = !cost.failed_forward_cycles.is_zero() && !is_covered(store, load, forwarding.distance);
      const Cycles cycles = fails ? cost.failed_forward_cycles
                            : renaming.is_renamed(store, load, forwarding.distance)
                                ? Cycles(0)
                                : forwarding_cycles(instruction(store.instruction), instruction(load.instruction));
      const PassedThrough via{load.instruction, load.operand, PassedThrough::Part::address};
      add_edge(from, to, forwarding.distance, cycles, DependencyKind::memory, via);
      // Such pairs do not overlap (measured): the next store waits for the load that waits for this one.
      if (fails)
        add_edge(to, from, store.instruction < load.instruction ? 1 : 0, Cycles(0), DependencyKind::memory, via);
    }
  }

  const CostedKernel &kernel_;
  const Core &core_;
  const AddressAnalysis &addresses_;
  DependencyOptions options_;
  DependencyGraph graph_;
  std::vector<InstructionNodes> nodes_;
  std::vector<Writer> writers_; ///< by register unit
};

} // namespace

DependencyGraph dependency_graph(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                 const DependencyOptions &options) {
  return GraphBuilder(kernel, addresses, options).build();
}

} // namespace osaca
