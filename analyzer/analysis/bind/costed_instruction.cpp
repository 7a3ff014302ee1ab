#include "analysis/bind/costed_instruction.h"

#include "model/idioms.h"

#include <algorithm>

namespace osaca {
namespace {

std::shared_ptr<const Cost> without_figures(Cycles dispatch_slots) {
  Cost cost;
  cost.dispatch_slots = dispatch_slots;
  return std::make_shared<const Cost>(std::move(cost));
}

/// Cost, idiom and fusion: what the model's data say.
void bind_cost(const FormCosts &costs, const FormCosts::Form &form, const Instruction &instruction,
               CostedInstruction &bound) {
  if (instruction.opcode.empty()) {
    bound.unknown = true;
    bound.cost = without_figures(0);
    return;
  }
  const FusionFit fusion = fusion_fit(costs.model(), instruction, form.rules);
  bound.fusion_first = fusion.first;
  bound.fusion_second = fusion.second;
  bound.is_renamed_load = form.is_renamed_load;
  bound.is_renamed_in_place = form.is_renamed_in_place;
  bound.cost = costs.cost_of(form, instruction);
  if (const IdiomRule *idiom = form.rules.idioms == 0 ? nullptr : find_idiom(costs.model(), instruction)) {
    bound.breaks_dependency = idiom->kind == IdiomRule::Kind::zero || idiom->kind == IdiomRule::Kind::ones;
    bound.waits_for_flags_only = idiom->kind == IdiomRule::Kind::flags;
    bound.eliminated = idiom->eliminated;
    if (idiom->eliminated) {
      Cost free_cost;
      free_cost.dispatch_slots = bound.cost ? bound.cost->dispatch_slots : Cycles(1);
      free_cost.provenance = idiom->provenance;
      bound.cost = std::make_shared<const Cost>(std::move(free_cost));
    }
  }
  bound.unknown = bound.cost == nullptr;
  if (bound.unknown)
    bound.cost = without_figures(1); // it is dispatched, whatever else it does
}

BoundRegister bound_register(const Register &reg, CostedInstruction &bound) {
  BoundRegister made;
  made.first_unit = static_cast<std::uint16_t>(bound.units.size());
  made.unit_count = static_cast<std::uint16_t>(reg.units.size());
  made.width_bits = static_cast<std::uint16_t>(reg.width_bits);
  made.kind = reg.kind;
  made.is_frame_pointer = reg.kind != RegisterKind::stack_pointer && reg.name.ends_with("bp");
  bound.units.insert(bound.units.end(), reg.units.begin(), reg.units.end());
  return made;
}

std::optional<BoundRegister> bound_register(const std::optional<Register> &reg, CostedInstruction &bound) {
  return reg ? std::optional(bound_register(*reg, bound)) : std::nullopt;
}

BoundAddress bound_address(const MemoryOperand &memory, int operand, CostedInstruction &bound) {
  BoundAddress made;
  made.operand = operand;
  made.base = bound_register(memory.base, bound);
  made.index = bound_register(memory.index, bound);
  made.scale = memory.scale;
  made.displacement = memory.displacement;
  made.width_bytes = memory.width_bytes;
  made.is_gather_scatter = memory.is_gather_scatter;
  made.symbol = memory.symbol;
  if (memory.segment)
    made.segment = memory.segment->name;
  return made;
}

/// A part of a register that is written together with the rest of it.
void add_rest(const Register &reg, BoundRegister &made, CostedInstruction &bound) {
  made.unit_count = static_cast<std::uint16_t>(made.unit_count + reg.rest.size());
  bound.units.insert(bound.units.end(), reg.rest.begin(), reg.rest.end());
}

/// Some cores wait for what they are about to overwrite: the figures then have a latency from the operand to itself.
bool waits_for_old_value(const Cost &cost, int operand) {
  return std::any_of(
      cost.operand_latencies.begin(), cost.operand_latencies.end(),
      [operand](const OperandLatency &latency) { return latency.from == operand && latency.to == operand; });
}

void bind_operands(const Instruction &instruction, const Core &core, CostedInstruction &bound) {
  bound.operands.reserve(instruction.operands.size());
  bound.units.reserve(4 * instruction.operands.size());
  for (const Operand &operand : instruction.operands) {
    BoundOperand made;
    made.read = operand.read;
    made.written = operand.written;
    made.implicit = operand.implicit;
    made.address_update = operand.address_update;
    if (const Register *reg = as_register(operand)) {
      made.shape = BoundOperand::Shape::reg;
      made.read |= operand.written && waits_for_old_value(*bound.cost, static_cast<int>(bound.operands.size()));
      made.reg = bound_register(*reg, bound);
      if (operand.written && !core.high_bytes_apart.value)
        add_rest(*reg, made.reg, bound);
      bound.uses_vector_registers |= reg->kind == RegisterKind::vector;
    } else if (const MemoryOperand *memory = as_memory(operand)) {
      made.shape = BoundOperand::Shape::memory;
      made.address = static_cast<int>(bound.addresses.size());
      bound.addresses.push_back(bound_address(*memory, static_cast<int>(bound.operands.size()), bound));
    }
    bound.operands.push_back(made);
  }
}

bool is_stack_pointer(const BoundOperand &operand) {
  return operand.shape == BoundOperand::Shape::reg && operand.reg.kind == RegisterKind::stack_pointer;
}

/// The engine's count joins an address that is only computed all the same.
void bind_stack_pointer(const Instruction &instruction, CostedInstruction &bound) {
  for (std::size_t o = 0; o < bound.operands.size(); ++o) {
    const BoundOperand &operand = bound.operands[o];
    if (!is_stack_pointer(operand))
      continue;
    bound.pushes_or_pops |= operand.written && operand.address_update && operand.implicit;
    bound.sets_stack_pointer |= operand.written && !operand.address_update;
    if (bound.stack_pointer_source < 0 && operand.read && !operand.address_update && !instruction.computes_address)
      bound.stack_pointer_source = static_cast<int>(o);
  }
}

/// push and pop: what they move their stack pointer by is no operand.
bool moves_implicit_pointer(const CostedInstruction &bound) {
  return std::any_of(bound.operands.begin(), bound.operands.end(), [](const BoundOperand &operand) {
    return operand.shape == BoundOperand::Shape::reg && operand.implicit && operand.address_update && operand.written;
  });
}

/// A pre- or post-indexed access moves its base by its constant operand (post) or its displacement (pre), push and pop
/// by the width.
std::optional<std::int64_t> writeback_of(const Instruction &instruction, const CostedInstruction &bound) {
  if (bound.addresses.empty())
    return std::nullopt;
  const BoundAddress *memory = nullptr;
  for (const BoundAddress &address : bound.addresses) {
    const BoundOperand &operand = bound.operands[static_cast<std::size_t>(address.operand)];
    if (operand.read || operand.written)
      memory = &address;
  }
  if (memory == nullptr || !memory->base)
    return std::nullopt;
  if (moves_implicit_pointer(bound) && memory->width_bytes > 0)
    return instruction.stores ? -memory->width_bytes : memory->width_bytes;
  std::optional<std::int64_t> constant;
  for (const Operand &operand : instruction.operands)
    if (const auto *immediate = std::get_if<ImmediateOperand>(&operand.value); immediate && !operand.implicit)
      constant = immediate->value;
  if (!constant && memory->displacement != 0)
    constant = memory->displacement;
  return constant;
}

void bind_address_arithmetic(const Instruction &instruction, CostedInstruction &bound) {
  bound.loads_pointer = instruction.loads_pointer;
  bound.writeback_bytes = writeback_of(instruction, bound);
  if (!instruction.update)
    return;
  const Register *target = as_register(instruction.operands[static_cast<std::size_t>(instruction.update->target)]);
  const Register *source = as_register(instruction.operands[static_cast<std::size_t>(instruction.update->source)]);
  bound.update = ConstantUpdate{bound_register(*target, bound), bound_register(*source, bound),
                                instruction.update->constant, target->units == source->units};
}

} // namespace

CostedInstruction bind_instruction(const FormCosts &costs, const FormCosts::Form &form,
                                  const Instruction &instruction) {
  CostedInstruction bound;
  bind_cost(costs, form, instruction, bound);
  bind_operands(instruction, costs.model().core(), bound);
  bind_stack_pointer(instruction, bound);
  bind_address_arithmetic(instruction, bound);
  bound.register_stack = instruction.register_stack;
  bound.loads = instruction.loads;
  bound.size_bytes = instruction.size_bytes;
  bound.stores = instruction.stores;
  bound.changes_flow = instruction.is_call || instruction.is_return || instruction.is_taken ||
                       (instruction.is_branch && !instruction.is_conditional);
  return bound;
}

} // namespace osaca
