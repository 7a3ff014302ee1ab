#include "model/vector_figures.h"

#include <algorithm>

namespace osaca {

bool is_of_other_group(const Core &core, const Instruction &instruction) {
  if (!core.vector_length || core.vector_length->form_group == 0 || !instruction.vector_type.log_group)
    return false;
  const int log_group = *instruction.vector_type.log_group;
  return (log_group < 0 || 1 << log_group != core.vector_length->form_group) &&
         std::ranges::any_of(instruction.operands, [](const Operand &operand) {
           const Register *reg = as_register(operand);
           return reg != nullptr && operand.read && reg->name == "vtype";
         });
}

const VectorFigures *vector_figures_for(const FormEntry &entry, const Instruction &instruction) {
  const auto find = [&](bool masked) {
    const auto found = std::ranges::find_if(entry.vector_figures, [&](const VectorFigures &figures) {
      return figures.masked == masked && figures.types.contains(instruction.vector_type);
    });
    return found == entry.vector_figures.end() ? nullptr : &*found;
  };
  const VectorFigures *masked = instruction.is_masked ? find(true) : nullptr;
  return masked != nullptr ? masked : find(false);
}

void set_vector_figures(const VectorFigures &figures, const Instruction &instruction, Cost &cost) {
  cost.demands = figures.demands;
  cost.dispatch_slots = 1;
  cost.provenance = figures.provenance;
  if (figures.latency_cycles.is_zero())
    return;
  (instruction.loads ? cost.load_latency_cycles : cost.latency_cycles) = figures.latency_cycles;
  if (instruction.loads)
    cost.latency_cycles = 0;
}

} // namespace osaca
