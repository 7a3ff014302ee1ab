#include "analysis/graph/dependency_graph.h"

#include "base/index.h"

#include <algorithm>
#include <optional>

namespace osaca {

Cycles operand_latency(const Core &core, const CostedInstruction &costed, int from, int to) {
  const CostedOperand &target = costed.operands[at(to)];
  if (target.address_update && target.reg.kind == RegisterKind::stack_pointer && target.implicit &&
      core.stack_engine.value)
    return 0;
  for (const OperandLatency &exception : costed.cost->operand_latencies)
    if (exception.from == from && exception.to == to)
      return exception.cycles;
  if (target.address_update)
    return core.address_update_cycles.value;
  return costed.cost->latency_cycles;
}

Cycles longest_latency(const Core &core, const CostedInstruction &costed, int to) {
  if (costed.cost->operand_latencies.empty())
    return operand_latency(core, costed, -1, to);
  std::optional<Cycles> longest;
  for (int o = 0; o < static_cast<int>(costed.operands.size()); ++o) {
    const CostedOperand &source = costed.operands[at(o)];
    if (source.read && source.shape != CostedOperand::Shape::other)
      longest = std::max(longest.value_or(Cycles(0)), operand_latency(core, costed, o, to));
  }
  return longest.value_or(operand_latency(core, costed, -1, to));
}

} // namespace osaca
