#include "analysis/bound_kernel.h"

#include "analysis/stack_sync.h"
#include "model/idioms.h"

namespace osaca {
namespace {

BoundInstruction bind_one(const MachineModel &model, const Instruction &instruction, int compiler_index) {
  BoundInstruction bound;
  if (instruction.opcode.empty()) {
    bound.unknown = true;
    bound.cost.dispatch_slots = 0;
    return bound;
  }
  std::optional<Cost> cost = cost_of(model, instruction, compiler_index);
  if (const IdiomRule *idiom = find_idiom(model, instruction)) {
    bound.breaks_dependency = idiom->kind == IdiomRule::Kind::zero || idiom->kind == IdiomRule::Kind::ones;
    bound.eliminated = idiom->eliminated;
    if (idiom->eliminated) {
      Cost free_cost;
      free_cost.dispatch_slots = cost ? cost->dispatch_slots : Cycles(1);
      free_cost.provenance = idiom->provenance;
      cost = std::move(free_cost);
    }
  }
  if (!cost) {
    bound.unknown = true;
    bound.cost.dispatch_slots = 1; // it is dispatched, whatever else it does
    return bound;
  }
  bound.cost = *std::move(cost);
  return bound;
}

/// The first half of a fused pair needs no port of its own, except to load.
void drop_execution_demands(Cost &cost, PortSet load_ports) {
  std::erase_if(cost.demands, [&](const PortDemand &demand) { return (demand.ports & ~load_ports) != 0; });
}

void add_stack_syncs(BoundKernel &bound) {
  const std::optional<StackSync> &sync = bound.model.core().stack_sync;
  if (!sync)
    return;
  const std::vector<bool> needs = needs_stack_sync(bound.kernel);
  for (std::size_t i = 0; i < needs.size(); ++i)
    if (needs[i]) {
      BoundInstruction &instruction = bound.instructions[i];
      instruction.needs_stack_sync = true;
      instruction.cost.demands.insert(instruction.cost.demands.end(), sync->demands.begin(), sync->demands.end());
      instruction.cost.dispatch_slots += sync->dispatch_slots;
    }
}

} // namespace

BoundKernel bind(const Kernel &kernel, const MachineModel &model, int compiler_index) {
  BoundKernel bound{kernel, model, {}};
  bound.instructions.reserve(kernel.instructions.size());
  for (const Instruction &instruction : kernel.instructions)
    bound.instructions.push_back(bind_one(model, instruction, compiler_index));

  const PortSet load_ports = model.core().ports_of_kind(PortKind::load);
  for (std::size_t i = 0; i + 1 < kernel.instructions.size(); ++i) {
    if (!fuses(model, kernel.instructions[i], kernel.instructions[i + 1]))
      continue;
    bound.instructions[i].fused_with_next = true;
    drop_execution_demands(bound.instructions[i].cost, load_ports);
    ++i; // a macro-op is two instructions, never three
  }
  add_stack_syncs(bound);
  return bound;
}

} // namespace osaca
