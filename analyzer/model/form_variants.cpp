#include "model/form_variants.h"

#include "base/index.h"
#include "model/instruction_cost.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca {
namespace {

/// For a lea, whose address parts are plain sources: first the base; a displacement of 0 is omitted. `encoded`: one
/// that is only in the encoding also counts, and the instruction pointer counts as two parts.
bool has_three_component_address(const Instruction &instruction, bool encoded) {
  int registers = 0;
  bool has_displacement = false;
  const Register *base = first_address_register(instruction);
  for (const Operand &operand : instruction.operands) {
    has_displacement |= std::holds_alternative<ImmediateOperand>(operand.value);
    registers += is_address_register(operand) ? 1 : 0;
  }
  if (encoded && base != nullptr)
    has_displacement |= needs_displacement(*base);
  return (registers == 2 && has_displacement) ||
         (encoded && base != nullptr && base->kind == RegisterKind::program_counter);
}

/// x86: "above" and "below or equal", in all spellings.
bool needs_carry_and_zero(std::string_view mnemonic) {
  constexpr std::array<std::string_view, 2> operations = {"set", "cmov"};
  constexpr std::array<std::string_view, 4> conditions = {"a", "be", "nbe", "na"};
  return std::ranges::any_of(operations, [&](std::string_view operation) {
    if (!mnemonic.starts_with(operation))
      return false;
    std::string_view rest = mnemonic.substr(operation.size());
    const auto is_condition = [&] { return std::ranges::find(conditions, rest) != conditions.end(); };
    if (is_condition())
      return true;
    if (operation != "cmov" || rest.empty() || std::string_view("wlq").find(rest.back()) == std::string_view::npos)
      return false;
    rest.remove_suffix(1); // the suffix for the operand's width
    return is_condition();
  });
}

/// The variant of the entry that applies to the operands.
const FormEntry::Variant *variant_for(const FormEntry &entry, const Instruction &instruction) {
  if (entry.scaled && instruction.address_scale != 1)
    return &*entry.scaled;
  if (entry.three_component && has_three_component_address(instruction, entry.three_component_encoded))
    return &*entry.three_component;
  if (entry.shifted_far && shifts_far(instruction))
    return &*entry.shifted_far;
  if (entry.shifted && shifts_register(instruction))
    return &*entry.shifted;
  if (entry.zero_addend && adds_to_zero(instruction))
    return &*entry.zero_addend;
  if (entry.same_register && has_one_register_source(instruction))
    return &*entry.same_register;
  if (entry.carry_and_zero && needs_carry_and_zero(instruction.mnemonic))
    return &*entry.carry_and_zero;
  return nullptr;
}

/// The index of a lea's address: the second of its registers; -1: none.
int index_operand(const Instruction &instruction) {
  int found = -1;
  for (int registers = 0, i = 0; i < static_cast<int>(instruction.operands.size()); ++i)
    if (is_address_register(instruction.operands[at(i)]) && ++registers == 2)
      found = i;
  return found;
}

void set_index_latency(const Instruction &instruction, Cycles cycles, Cost &cost) {
  const int index = index_operand(instruction);
  for (int i = 0; index >= 0 && i < static_cast<int>(instruction.operands.size()); ++i)
    if (instruction.operands[at(i)].written)
      cost.operand_latencies.push_back({index, i, cycles});
}

} // namespace

Cost operation_cost(const FormEntry &entry, const Instruction &instruction) {
  Cost cost = entry.cost;
  if (const FormEntry::Variant *variant = variant_for(entry, instruction)) {
    cost.demands = variant->demands;
    cost.latency_cycles = variant->latency_cycles;
    if (!variant->dispatch_slots.is_zero())
      cost.dispatch_slots = variant->dispatch_slots;
    if (!variant->index_latency_cycles.is_zero())
      set_index_latency(instruction, variant->index_latency_cycles, cost);
    if (entry.same_register && variant == &*entry.same_register) // it is every operand
      cost.operand_latencies.clear();
  }
  return cost;
}

} // namespace osaca
