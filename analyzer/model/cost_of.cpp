#include "base/index.h"
#include "model/compiler_fallback.h"
#include "model/form_lookup.h"

namespace osaca {

std::optional<Cost> cost_of(const MachineModel &model, const Instruction &instruction, int compiler_index) {
  if (instruction.opcode.empty())
    return std::nullopt;
  const auto count = static_cast<int>(instruction.compiler_costs.size());
  const auto by_compiler = [&]() -> std::optional<Cost> {
    if (compiler_index < 0 || compiler_index >= count)
      return std::nullopt;
    return compiler_cost(model, instruction, instruction.compiler_costs[at(compiler_index)]);
  };
  if (model.data().fallback_only) // has no forms; what could be composed is less exact
    if (std::optional<Cost> cost = by_compiler())
      return cost;
  if (std::optional<Cost> cost = listed_cost(model, instruction))
    return cost;
  return by_compiler();
}

} // namespace osaca
