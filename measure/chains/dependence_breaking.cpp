#include "measure/chains/dependence_breaking.h"

#include "measure/chains/chain_path.h"

#include <algorithm>

namespace osaca::measure {
namespace {

bool is_divided_zero(const IsaDescription &isa, const Instruction &instruction, const Operand &operand) {
  return as_register(operand) != nullptr && fixed_value(isa, instruction, operand) == FixedValue::zero;
}

bool overlap(const Operand &a, const Operand &b) {
  if (as_memory(a) != nullptr && as_memory(b) != nullptr)
    return true;
  const Register *first = as_register(a);
  const Register *second = as_register(b);
  return first != nullptr && second != nullptr && first->overlaps(*second);
}

} // namespace

bool is_rewritten(const Instruction &instruction, const Operand &operand) {
  return operand.written && std::ranges::any_of(instruction.operands, [&](const Operand &other) {
           return other.read && overlap(operand, other);
         });
}

FixedValue fixed_value(const IsaDescription &isa, const Instruction &instruction, const Operand &operand) {
  const Register &reg = *as_register(operand);
  for (const Operand &other : instruction.operands)
    if (const MemoryOperand *memory = as_memory(other);
        memory != nullptr && memory->base && memory->base->overlaps(reg))
      return FixedValue::address; // [rdi] of the string instructions
  return value_wanted(isa.isa, instruction.mnemonic, reg, operand.implicit);
}

std::vector<std::string> breakers_of(const OperandChooser &chooser, const FormShape &shape, const Instruction &chosen,
                                     const std::vector<std::size_t> &kept) {
  const IsaDescription &isa = chooser.isa();
  const auto is_flag_at = [&](std::size_t i) {
    return shape.roles[i].domain == Domain::carry || shape.roles[i].domain == Domain::flags;
  };
  const bool keeps_flags = std::ranges::any_of(kept, is_flag_at);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < chosen.operands.size() && i < shape.roles.size(); ++i) {
    const Operand &operand = chosen.operands[i];
    const bool is_kept = std::ranges::any_of(kept, [&](std::size_t one) {
      return one == i || (one < chosen.operands.size() && overlap(chosen.operands[one], operand));
    });
    // The upper half of a dividend must be zero, whoever wrote it.
    const bool rewritten = is_rewritten(chosen, operand) || (operand.written && is_divided_zero(isa, chosen, operand));
    if (is_kept || !rewritten || operand.address_update)
      continue;
    if (as_memory(operand) != nullptr) {
      texts.push_back(isa.break_memory);
      continue;
    }
    const Register *reg = as_register(operand);
    const RegisterFamily *family = reg == nullptr ? nullptr : chooser.family_of(*reg);
    if ((family == nullptr && !is_flag_at(i)) || (is_flag_at(i) && keeps_flags))
      continue;
    for (const auto &[domain, text] : isa.breakers)
      if (domain == shape.roles[i].domain) {
        std::string made = filled(text, nullptr, family);
        made = with_vector_file(std::move(made), vector_file(isa, reg == nullptr ? 0 : reg->width_bits));
        if (domain == Domain::general)
          made = with_value(isa, std::move(made), fixed_value(isa, chosen, operand));
        if (std::ranges::find(texts, made) == texts.end())
          texts.push_back(std::move(made));
      }
  }
  return texts;
}

std::string beginning_for(const OperandChooser &chooser, const FormShape &shape, const Instruction &chosen,
                          VectorEncoding encoding, const ValueSet &values) {
  const IsaDescription &isa = chooser.isa();
  std::string text = beginning(isa, encoding, values);
  for (const Operand &operand : chosen.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && is_divided_zero(isa, chosen, operand))
      for (const auto &[domain, breaker] : isa.breakers)
        if (domain == Domain::general)
          text += with_value(isa, filled(breaker, nullptr, chooser.family_of(*reg)), FixedValue::zero) + "\n";
  for (std::size_t i = 0; i < chosen.operands.size() && i < shape.roles.size(); ++i)
    if (const MemoryOperand *memory = as_memory(chosen.operands[i])) {
      const RegisterFamily *base = memory->base ? chooser.family_of(*memory->base) : nullptr;
      const RegisterFamily *index = memory->index ? chooser.family_of(*memory->index) : nullptr;
      if (base != nullptr)
        text += filled(isa.set_address, nullptr, base) + "\n";
      if (index != nullptr)
        text += with_vector_file(
                    filled(index->domain == Domain::general ? isa.set_index : isa.set_vector_index, nullptr, index),
                    vector_file(isa, memory->index->width_bits)) +
                "\n";
    }
  if (!isa.fence.empty())
    text += isa.fence + "\n";
  return text;
}

} // namespace osaca::measure
