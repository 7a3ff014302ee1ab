#include "analysis/dependency_graph.h"

#include "analysis/stack_sync.h"
#include "model/glob.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace osaca {
namespace {

/// A store is written to the cache and forgotten by the store buffer after so many iterations; from there on a load of the
/// same bytes costs what every load costs.
constexpr int longest_forwarding_distance = 64;

class GraphBuilder {
public:
  GraphBuilder(const BoundKernel &kernel, const AddressAnalysis &addresses, const DependencyOptions &options)
      : kernel_(kernel), addresses_(addresses), options_(options) {}

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
    std::vector<int> outputs; ///< results and stored values
  };

  [[nodiscard]] const Instruction &instruction(int i) const {
    return kernel_.kernel.instructions[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] const BoundInstruction &bound(int i) const { return kernel_.instructions[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int size() const { return static_cast<int>(kernel_.kernel.instructions.size()); }

  int add_node(int i, ValueKind kind, int operand) {
    ValueNode node;
    node.instruction = i;
    node.kind = kind;
    node.operand = operand;
    graph_.nodes.push_back(node);
    return static_cast<int>(graph_.nodes.size()) - 1;
  }

  /// Latency of instruction i from one operand to another, the load part not counted.
  [[nodiscard]] Cycles latency(int i, int from, int to) const {
    const BoundInstruction &costs = bound(i);
    const Operand &target = instruction(i).operands[static_cast<std::size_t>(to)];
    if (target.address_update)
      return kernel_.model.core().stack_engine && instruction(i).operands[static_cast<std::size_t>(to)].implicit
                 ? Cycles(0)
                 : kernel_.model.core().address_update_cycles.value;
    for (const OperandLatency &exception : costs.cost.operand_latencies)
      if (exception.from == from && exception.to == to)
        return exception.cycles;
    return costs.cost.latency_cycles;
  }

  void make_nodes() {
    nodes_.resize(static_cast<std::size_t>(size()));
    for (int i = 0; i < size(); ++i) {
      InstructionNodes &own = nodes_[static_cast<std::size_t>(i)];
      const auto &operands = instruction(i).operands;
      if (bound(i).needs_stack_sync) {
        own.synced = add_node(i, ValueKind::result, -1);
        graph_.nodes.back().entry_cycles = kernel_.model.core().stack_sync->latency_cycles;
      }
      for (int o = 0; o < static_cast<int>(operands.size()); ++o) {
        const Operand &operand = operands[static_cast<std::size_t>(o)];
        if (as_memory(operand) && operand.read && own.loaded < 0) {
          own.loaded = add_node(i, ValueKind::loaded, o);
          graph_.nodes.back().entry_cycles = bound(i).cost.load_latency_cycles;
        }
      }
      for (int o = 0; o < static_cast<int>(operands.size()); ++o) {
        const Operand &operand = operands[static_cast<std::size_t>(o)];
        if (!operand.written)
          continue;
        const bool is_memory = as_memory(operand) != nullptr;
        own.outputs.push_back(add_node(i, is_memory ? ValueKind::stored : ValueKind::result, o));
        graph_.nodes.back().entry_cycles = latency(i, -1, o);
      }
    }
  }

  void add_edge(int from, int to, int distance, Cycles cycles, DependencyKind kind, const std::string &via) {
    graph_.edges.push_back({from, to, distance, cycles, kind, via});
  }

  /// Who wrote a register unit last, and whether that was in the previous iteration.
  struct Writer {
    int node = -1;
    int distance = 0;
  };

  void read_register(const Register &reg, int to, Cycles cycles) {
    const bool is_flag = reg.kind == RegisterKind::flag;
    if (is_flag && !options_.flags)
      return;
    std::vector<std::pair<int, int>> seen; // several units, one producer: one edge
    for (std::uint16_t unit : reg.units) {
      const auto found = writers_.find(unit);
      if (found == writers_.end() || found->second.node < 0)
        continue;
      const std::pair key(found->second.node, found->second.distance);
      if (std::find(seen.begin(), seen.end(), key) != seen.end())
        continue;
      seen.push_back(key);
      const bool is_internal = graph_.nodes[static_cast<std::size_t>(key.first)].instruction ==
                                   graph_.nodes[static_cast<std::size_t>(to)].instruction &&
                               key.second == 0;
      add_edge(key.first, to, key.second, cycles,
               is_internal ? DependencyKind::internal
               : is_flag   ? DependencyKind::flag
                           : DependencyKind::reg,
               reg.name);
    }
  }

  /// In-edges of one instruction, given who wrote what before.
  void connect_inputs(int i) {
    const auto &operands = instruction(i).operands;
    const InstructionNodes &own = nodes_[static_cast<std::size_t>(i)];
    if (own.synced >= 0)
      synchronise(*stack_pointer_source(instruction(i)), own.synced);
    if (bound(i).breaks_dependency)
      return;
    for (int o = 0; o < static_cast<int>(operands.size()); ++o) {
      const Operand &operand = operands[static_cast<std::size_t>(o)];
      if (const MemoryOperand *memory = as_memory(operand)) {
        for (const auto &part : {memory->base, memory->index})
          if (part)
            read_address(i, *part, operand);
        if (operand.read)
          for (int output : own.outputs)
            if (!writes_address(i, output))
              add_edge(own.loaded, output, 0, latency(i, o, graph_.nodes[static_cast<std::size_t>(output)].operand),
                       DependencyKind::internal, "");
        continue;
      }
      const Register *reg = as_register(operand);
      if (!reg || !operand.read)
        continue;
      for (int output : own.outputs) {
        const int target = graph_.nodes[static_cast<std::size_t>(output)].operand;
        // The base register of a pre/post-indexed access follows from itself alone, and nothing else follows from it
        // but through the address.
        if (operands[static_cast<std::size_t>(target)].address_update != operand.address_update)
          continue;
        read_register(*reg, output, latency(i, o, target));
      }
    }
  }

  /// Whoever reads the stack pointer from here on reads what the synchronisation wrote.
  void synchronise(const Register &stack_pointer, int node) {
    read_register(stack_pointer, node, kernel_.model.core().stack_sync->latency_cycles);
    for (std::uint16_t unit : stack_pointer.units)
      writers_[unit] = {node, 0};
  }

  [[nodiscard]] bool writes_address(int i, int output) const {
    const int operand = graph_.nodes[static_cast<std::size_t>(output)].operand;
    return instruction(i).operands[static_cast<std::size_t>(operand)].address_update;
  }

  void read_address(int i, const Register &reg, const Operand &memory_operand) {
    const InstructionNodes &own = nodes_[static_cast<std::size_t>(i)];
    if (memory_operand.read) {
      if (own.loaded >= 0)
        read_register(reg, own.loaded, bound(i).cost.load_latency_cycles);
      return;
    }
    for (int output : own.outputs)
      if (graph_.nodes[static_cast<std::size_t>(output)].kind == ValueKind::stored)
        read_register(reg, output, Cycles(0));
  }

  void connect_registers() {
    // First pass only finds the last writers of the iteration; they are the producers that the second pass starts with.
    for (int i = 0; i < size(); ++i)
      record_writes(i, 0);
    for (auto &[unit, writer] : writers_)
      writer.distance = 1;
    for (int i = 0; i < size(); ++i) {
      connect_inputs(i);
      record_writes(i, 0);
    }
  }

  void record_writes(int i, int distance) {
    if (const int synced = nodes_[static_cast<std::size_t>(i)].synced; synced >= 0)
      for (std::uint16_t unit : stack_pointer_source(instruction(i))->units)
        writers_[unit] = {synced, distance};
    for (int output : nodes_[static_cast<std::size_t>(i)].outputs) {
      const ValueNode &node = graph_.nodes[static_cast<std::size_t>(output)];
      if (node.kind != ValueKind::result)
        continue;
      const Register *reg = as_register(instruction(i).operands[static_cast<std::size_t>(node.operand)]);
      if (!reg)
        continue;
      for (std::uint16_t unit : reg->units)
        writers_[unit] = {output, distance};
    }
  }

  [[nodiscard]] int node_of(const MemoryAccess &access, ValueKind kind) const {
    const InstructionNodes &own = nodes_[static_cast<std::size_t>(access.instruction)];
    if (kind == ValueKind::loaded)
      return own.loaded;
    for (int output : own.outputs)
      if (graph_.nodes[static_cast<std::size_t>(output)].operand == access.operand)
        return output;
    return -1;
  }

  [[nodiscard]] bool uses_vector_registers(int i) const {
    const auto &operands = instruction(i).operands;
    return std::any_of(operands.begin(), operands.end(), [](const Operand &operand) {
      const Register *reg = as_register(operand);
      return reg && reg->kind == RegisterKind::vector;
    });
  }

  /// Memory renaming: the load takes its value from the register that the store wrote. Not vector registers; only if
  /// both name the address by the same registers, and nothing that old (both measured, see the models' pages).
  [[nodiscard]] bool is_renamed(const MemoryAccess &store, const MemoryAccess &load, int distance) const {
    if (distance > 1 || load.width_bytes > store.width_bytes || !is_renamed_load(load) ||
        uses_vector_registers(load.instruction) || uses_vector_registers(store.instruction))
      return false;
    const MemoryOperand *stored = as_memory(operand_of(store));
    const MemoryOperand *loaded = as_memory(operand_of(load));
    return stored->base == loaded->base && stored->index == loaded->index && stored->scale == loaded->scale &&
           stored->symbol == loaded->symbol && !is_recomputed(stored->base, store, load, distance) &&
           !is_recomputed(stored->index, store, load, distance);
  }

  /// Whether something between the two gives the register a new value, not only the old one plus a constant.
  [[nodiscard]] bool is_recomputed(const std::optional<Register> &reg, const MemoryAccess &store,
                                   const MemoryAccess &load, int distance) const {
    if (!reg)
      return false;
    const int end = load.instruction + distance * size();
    for (int i = store.instruction + 1; i < end; ++i)
      if (gives_new_value(instruction(i % size()), *reg))
        return true;
    return false;
  }

  [[nodiscard]] static bool gives_new_value(const Instruction &instruction, const Register &reg) {
    return !moves_by_constant(instruction) &&
           std::any_of(instruction.operands.begin(), instruction.operands.end(), [&](const Operand &operand) {
             const Register *other = as_register(operand);
             return other != nullptr && operand.written && !operand.address_update && other->overlaps(reg);
           });
  }

  [[nodiscard]] bool is_renamed_load(const MemoryAccess &load) const {
    const std::vector<std::string> &renamed = kernel_.model.core().renamed_loads;
    if (renamed.empty())
      return false;
    return (operand_of(load).written && load.width_bytes >= kernel_.model.core().renamed_in_place_bytes) ||
           std::any_of(renamed.begin(), renamed.end(), [&](const std::string &pattern) {
             return glob_matches(pattern, instruction(load.instruction).opcode);
           });
  }

  [[nodiscard]] const Operand &operand_of(const MemoryAccess &access) const {
    return instruction(access.instruction).operands[static_cast<std::size_t>(access.operand)];
  }

  void connect_memory() {
    for (const MemoryAccess &load : addresses_.accesses) {
      if (!load.reads)
        continue;
      // The store that wrote last before the load: least distance, and among those the latest in program order.
      const MemoryAccess *nearest = nullptr;
      int nearest_distance = longest_forwarding_distance + 1;
      for (const MemoryAccess &store : addresses_.accesses) {
        if (!store.writes)
          continue;
        const auto distance = forwarding_distance(addresses_, store, load,
                                                  std::min(nearest_distance, longest_forwarding_distance));
        if (distance && *distance <= nearest_distance) {
          nearest = &store;
          nearest_distance = *distance;
        }
      }
      if (!nearest)
        continue;
      const int from = node_of(*nearest, ValueKind::stored);
      const int to = node_of(load, ValueKind::loaded);
      if (from < 0 || to < 0)
        continue;
      const Cost &cost = bound(nearest->instruction).cost;
      const bool fails = !cost.failed_forward_cycles.is_zero() &&
                         !is_covered(addresses_, *nearest, load, nearest_distance);
      const Cycles cycles = fails                                             ? cost.failed_forward_cycles
                            : is_renamed(*nearest, load, nearest_distance) ? Cycles(0)
                                                                              : cost.store_forward_cycles;
      add_edge(from, to, nearest_distance, cycles, DependencyKind::memory, load.text);
      // Such pairs do not overlap (measured): the next store waits for the load that waits for this one.
      if (fails)
        add_edge(to, from, nearest->instruction < load.instruction ? 1 : 0, Cycles(0),
                 DependencyKind::memory, load.text);
    }
  }

  const BoundKernel &kernel_;
  const AddressAnalysis &addresses_;
  DependencyOptions options_;
  DependencyGraph graph_;
  std::vector<InstructionNodes> nodes_;
  std::unordered_map<std::uint16_t, Writer> writers_;
};

} // namespace

DependencyGraph dependency_graph(const BoundKernel &kernel, const AddressAnalysis &addresses,
                                 const DependencyOptions &options) {
  return GraphBuilder(kernel, addresses, options).build();
}

} // namespace osaca
