#include "analysis/result_latencies.h"

#include "analysis/bounds/dependency_chains.h"
#include "base/index.h"
#include "kernel/calling_convention.h"

#include <algorithm>
#include <optional>

namespace osaca {
namespace {

/// When each value is ready if the arguments are the only values that are known late. Empty: it depends on no argument.
class TimesAfterArguments {
public:
  explicit TimesAfterArguments(const PreparedKernel &prepared)
      : kernel_(prepared.kernel), graph_(prepared.graph), ready_(prepared.graph.nodes.size()) {
    Indexed<ValueNode, std::vector<EdgeIndex>> incoming(graph_.nodes.size());
    for (const EdgeIndex e : graph_.edges.indices())
      if (graph_.edges[e].distance == 0)
        incoming[graph_.edges[e].to].push_back(e);
    NodeIndex next{0};
    for (int i = 0; i < static_cast<int>(kernel_.instructions.size()); ++i) {
      const NodeIndex first = next;
      while (next < graph_.nodes.end_index() && graph_.nodes[next].instruction == i)
        ++next;
      for (NodeIndex n = first; n < next; ++n)
        ready_[n] = after_arguments(graph_.nodes[n]);
      for (NodeIndex n = first; n < next; ++n) // edges between values of one instruction run forwards
        for (const EdgeIndex e : incoming[n])
          if (const std::optional<Cycles> from = ready_[graph_.edges[e].from])
            ready_[n] = std::max(ready_[n], std::optional(*from + graph_.edges[e].cycles));
      note_writes(*kernel_.instructions[at(i)].costed);
    }
  }

  [[nodiscard]] std::optional<Cycles> operator[](NodeIndex node) const { return ready_[node]; }

private:
  [[nodiscard]] bool is_argument(const CostedInstruction &costed, const CostedRegister &reg) const {
    if (reg.kind != RegisterKind::gpr && reg.kind != RegisterKind::vector)
      return false;
    for (int u = reg.first_unit; u < reg.first_unit + reg.unit_count; ++u)
      if (const std::size_t unit = costed.units[at(u)]; unit >= is_written_.size() || is_written_[unit] == 0)
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
    is_written_.resize(std::max<std::size_t>(is_written_.size(), std::size_t{costed.largest_unit} + 1), 0);
    for (const CostedOperand &operand : costed.operands)
      if (operand.shape == CostedOperand::Shape::reg && operand.written)
        for (int u = operand.reg.first_unit; u < operand.reg.first_unit + operand.reg.unit_count; ++u)
          is_written_[costed.units[at(u)]] = 1;
  }

  const CostedKernel &kernel_;
  const DependencyGraph &graph_;
  Indexed<ValueNode, std::optional<Cycles>> ready_;
  std::vector<char> is_written_; ///< by unit: the function has written the register
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

} // namespace

std::vector<ResultLatency> result_latencies(const Kernel &kernel, const PreparedKernel &prepared) {
  std::vector<ResultLatency> results;
  if (kernel.region != RegionKind::function)
    return results;
  const DependencyGraph &graph = prepared.graph;
  const TimesAfterArguments after_arguments(prepared);
  const CallingConvention &convention = calling_convention(kernel.isa);
  for (const RegisterNames of_result : {RegisterNames(convention.integer_result), RegisterNames(convention.vectors[0])})
    if (const NodeIndex node = last_written(kernel, graph, of_result); node.exists()) {
      const ValueNode &value = graph.nodes[node];
      const Register *reg = as_register(kernel.instructions[at(value.instruction)].operands[at(value.operand)]);
      const std::optional<Cycles> cycles = after_arguments[node];
      results.push_back({reg->name, cycles ? *cycles : ready_cycles(graph)[node]});
    }
  return results;
}

} // namespace osaca
