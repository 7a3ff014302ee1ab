#include "analysis/result_latencies.h"

#include "analysis/bounds/dependency_chains.h"
#include "base/index.h"
#include "kernel/calling_convention.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace osaca {
namespace {

/// A set of register units: 1 for each unit in it.
using Units = std::vector<char>;

bool contains(const Units &units, std::size_t unit) { return unit < units.size() && units[unit] != 0; }

void add(Units &units, const Register &reg) {
  for (const std::size_t unit : reg.units) {
    units.resize(std::max(units.size(), unit + 1), 0);
    units[unit] = 1;
  }
}

/// Of a register, as far as the kernel names it or its parts.
Units units_of(const Kernel &kernel, RegisterNames names) {
  Units units;
  const auto add_if_named = [&](const Register &reg) {
    if (!reg.name.empty() && std::ranges::find(names, reg.name) != names.end())
      add(units, reg);
  };
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands) {
      if (const Register *reg = as_register(operand))
        add_if_named(*reg);
      if (const MemoryOperand *memory = as_memory(operand))
        for (const SharedRegister &reg : {memory->base, memory->index})
          if (reg)
            add_if_named(*reg);
    }
  return units;
}

/// When each value is ready if the arguments are the only values that are known late. Empty: it depends on none of
/// them.
class TimesAfterArguments {
public:
  /// `only`: the argument that counts; empty: all arguments do.
  explicit TimesAfterArguments(const PreparedKernel &prepared, std::optional<Units> only = {})
      : kernel_(prepared.kernel), graph_(prepared.graph), only_(std::move(only)), ready_(prepared.graph.nodes.size()) {
    Indexed<ValueNode, std::vector<EdgeIndex>> incoming(graph_.nodes.size());
    for (const EdgeIndex e : graph_.edges.indices())
      if (graph_.edges[e].distance == 0)
        incoming[graph_.edges[e].to].push_back(e);
    NodeIndex next{0};
    for (int i = 0; i < static_cast<int>(kernel_.instructions.size()); ++i) {
      const NodeIndex first = next;
      while (next < graph_.nodes.end_index() && graph_.nodes[next].instruction == i)
        ++next;
      for (NodeIndex n = first; n < next; ++n) {
        ready_[n] = after_arguments(graph_.nodes[n]);
        if (ready_[n])
          readers_.push_back({{}, n, 1, *ready_[n], DependencyKind::reg, {}});
      }
      for (NodeIndex n = first; n < next; ++n) // edges between values of one instruction run forwards
        for (const EdgeIndex e : incoming[n])
          if (const std::optional<Cycles> from = ready_[graph_.edges[e].from])
            ready_[n] = std::max(ready_[n], std::optional(*from + graph_.edges[e].cycles));
      note_writes(*kernel_.instructions[at(i)].costed);
    }
  }

  [[nodiscard]] std::optional<Cycles> operator[](NodeIndex node) const { return ready_[node]; }

  /// The dependencies of a call on the one before, whose result is the argument.
  [[nodiscard]] std::vector<Dependency> dependencies_on(NodeIndex result) const {
    std::vector<Dependency> dependencies = readers_;
    for (Dependency &dependency : dependencies)
      dependency.from = result;
    return dependencies;
  }

private:
  [[nodiscard]] bool is_argument(const CostedInstruction &costed, const CostedRegister &reg) const {
    if (reg.kind != RegisterKind::gpr && reg.kind != RegisterKind::vector)
      return false;
    for (int u = reg.first_unit; u < reg.first_unit + reg.unit_count; ++u)
      if (const std::size_t unit = costed.units[at(u)]; !contains(written_, unit) && (!only_ || contains(*only_, unit)))
        return true;
    return false;
  }

  /// The latency of the instruction from the arguments that it reads itself.
  [[nodiscard]] std::optional<Cycles> after_arguments(const ValueNode &node) const {
    const PlacedInstruction &placed = kernel_.instructions[at(node.instruction)];
    const CostedInstruction &costed = *placed.costed;
    std::optional<Cycles> latency;
    if (costed.breaks_dependency || node.operand < 0)
      return latency;
    const auto add = [&](Cycles cycles) { latency = std::max(latency, std::optional(cycles)); };
    if (node.kind != ValueKind::result)
      for (const CostedAddress &address : costed.addresses)
        if ((address.base && is_argument(costed, *address.base)) ||
            (address.index && is_argument(costed, *address.index)))
          add(node.kind == ValueKind::loaded ? costed.cost->load_latency_cycles : Cycles(0));
    if (node.kind == ValueKind::loaded)
      return latency;
    for (int o = 0; o < static_cast<int>(costed.operands.size()); ++o) {
      const CostedOperand &operand = costed.operands[at(o)];
      const bool is_source = operand.shape == CostedOperand::Shape::reg && operand.read && !costed.waits_for_flags_only;
      if (is_source && is_argument(costed, operand.reg))
        add(placed.takes_no_time ? Cycles(0) : operand_latency(kernel_.model.core(), costed, o, node.operand));
    }
    return latency;
  }

  void note_writes(const CostedInstruction &costed) {
    written_.resize(std::max<std::size_t>(written_.size(), std::size_t{costed.largest_unit} + 1), 0);
    for (const CostedOperand &operand : costed.operands)
      if (operand.shape == CostedOperand::Shape::reg && operand.written)
        for (int u = operand.reg.first_unit; u < operand.reg.first_unit + operand.reg.unit_count; ++u)
          written_[costed.units[at(u)]] = 1;
  }

  const CostedKernel &kernel_;
  const DependencyGraph &graph_;
  std::optional<Units> only_;
  Indexed<ValueNode, std::optional<Cycles>> ready_;
  std::vector<Dependency> readers_; ///< of the arguments; `from` is not set
  Units written_;                   ///< by the instructions so far
};

/// The last value that the kernel writes to one of these registers; none if it writes none of them.
NodeIndex last_written(const Kernel &kernel, const DependencyGraph &graph, RegisterNames names) {
  for (int n = static_cast<int>(graph.nodes.size()) - 1; n >= 0; --n) {
    const ValueNode &node = graph.nodes[NodeIndex{n}];
    const Register *reg = node.kind == ValueKind::result && node.operand >= 0
                              ? as_register(kernel.instructions[at(node.instruction)].operands[at(node.operand)])
                              : nullptr;
    if (reg != nullptr && !reg->name.empty() && std::ranges::find(names, reg->name) != names.end())
      return {n};
  }
  return {};
}

struct Argument {
  std::string_view reg;
  TimesAfterArguments times;
};

/// In the convention's order: those in general registers first.
std::vector<Argument> arguments_of(const Kernel &kernel, const PreparedKernel &prepared) {
  std::vector<Argument> arguments;
  const CallingConvention &convention = calling_convention(kernel.isa);
  for (const auto *registers : {&convention.integers, &convention.vectors})
    for (const CallingConvention::Names &names : *registers)
      arguments.push_back({names.front(), TimesAfterArguments(prepared, units_of(kernel, names))});
  return arguments;
}

/// The cycles per call if these dependencies link each call to the one before.
Cycles cycles_in_chain(PreparedKernel calls, const std::vector<Dependency> &links, PredictionOptions options) {
  options.timeline_iterations = 0;
  for (const Dependency &link : links)
    calls.graph.edges.push_back(link);
  return predict(calls, options).cycles;
}

} // namespace

// In a chain of calls, operations of one call that wait for the same port may lengthen the time from the argument to
// the result. If a call in a chain takes hardly longer than an independent call, its operations mostly wait for those
// of other calls, so the chain says nothing about the latency of one call. The limit of 3/2 was chosen on 37 functions
// and confirmed on 39 others (docs/understand/calls.md).
std::vector<ResultLatency> result_latencies(const Kernel &kernel, const PreparedKernel &prepared,
                                            const PredictionOptions &options, Cycles cycles_per_call) {
  std::vector<ResultLatency> results;
  if (kernel.region != RegionKind::function)
    return results;
  const DependencyGraph &graph = prepared.graph;
  const Cycles least_ratio_of_chain(3, 2);
  const auto latency = [&](const TimesAfterArguments &times, NodeIndex node) -> std::optional<Cycles> {
    const std::optional<Cycles> path = times[node];
    if (!path || *path <= cycles_per_call * least_ratio_of_chain)
      return path;
    return std::max(*path, cycles_in_chain(prepared, times.dependencies_on(node), options));
  };
  const TimesAfterArguments after_all(prepared);
  const std::vector<Argument> arguments = arguments_of(kernel, prepared);
  const CallingConvention &convention = calling_convention(kernel.isa);
  for (const RegisterNames of_result : {RegisterNames(convention.integer_result), RegisterNames(convention.vectors[0])})
    if (const NodeIndex node = last_written(kernel, graph, of_result); node.exists()) {
      const ValueNode &value = graph.nodes[node];
      const Register *reg = as_register(kernel.instructions[at(value.instruction)].operands[at(value.operand)]);
      const std::optional<Cycles> cycles = latency(after_all, node);
      ResultLatency result{reg->name, cycles ? *cycles : ready_cycles(graph)[node]};
      for (const Argument &argument : arguments)
        if (const std::optional<Cycles> from = latency(argument.times, node))
          result.from_arguments.push_back({std::string(argument.reg), *from});
      results.push_back(std::move(result));
    }
  return results;
}

} // namespace osaca
