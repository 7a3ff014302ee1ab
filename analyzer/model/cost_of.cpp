#include "base/index.h"
#include "model/compiler_fallback.h"
#include "model/form_lookup.h"

namespace osaca {

std::optional<Cost> cost_of(const MachineModel &model, const Instruction &instruction, int compiler_index) {
  if (instruction.opcode.empty())
    return std::nullopt;
  if (std::optional<Cost> cost = listed_cost(model, instruction))
    return cost;
  const auto count = static_cast<int>(instruction.compiler_costs.size());
  if (compiler_index < 0 || compiler_index >= count)
    return std::nullopt;
  return compiler_cost(model, instruction, instruction.compiler_costs[at(compiler_index)]);
}

} // namespace osaca
