#include "analysis/graph/core_effects.h"

#include <algorithm>
#include <optional>

namespace osaca {
namespace {

bool writes_register(const CostedInstruction &costed) {
  return std::ranges::any_of(costed.operands, [](const CostedOperand &operand) {
    return operand.shape == CostedOperand::Shape::reg && operand.written && operand.reg.kind == RegisterKind::gpr;
  });
}

bool uses(const CostedKernel &kernel, std::size_t instruction, PortSet ports) {
  return std::ranges::any_of(kernel.demands_of(instruction), [ports](const PortDemand &demand) {
    return demand.ports != 0 && (demand.ports & ~ports) == 0;
  });
}

} // namespace

void add_vector_result_demands(CostedKernel &kernel) {
  const std::optional<VectorResults> &rule = kernel.model.core().vector_results;
  if (!rule)
    return;
  AddedDemands added;
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i)
    if (uses(kernel, i, rule->from) && writes_register(*kernel.instructions[i].costed))
      added.add(static_cast<int>(i), {rule->through, Cycles(1)});
  std::move(added).insert_into(kernel);
}

bool is_vector_result(const CostedKernel &kernel, std::size_t instruction, const PortDemand &demand) {
  const std::optional<VectorResults> &rule = kernel.model.core().vector_results;
  return rule && demand.ports == rule->through && uses(kernel, instruction, rule->from);
}

} // namespace osaca
