#include "analysis/bind/form_costs.h"

#include "model/form_lookup.h"

#include <algorithm>

namespace osaca {
namespace {

std::shared_ptr<const Cost> shared(std::optional<Cost> cost) {
  return cost ? std::make_shared<const Cost>(*std::move(cost)) : nullptr;
}

/// Hostile input may hold any number of forms.
constexpr std::size_t most_forms = 65536;

/// What of a register may matter, in 24 bits.
std::uint64_t key_of(const Register &reg) {
  return std::uint64_t{static_cast<std::uint16_t>(reg.width_bits)} << 8U | std::uint64_t{is_high_byte(reg)} << 7U |
         std::uint64_t{static_cast<std::uint8_t>(reg.kind)} << 2U | unsigned{reg.units.empty()} << 1U | 1U;
}

std::uint64_t key_of(const std::optional<Register> &reg) { return reg ? key_of(*reg) : 0; }

/// All of an operand but which register and constant it names: more than the model's lookup asks for.
void append(std::string &key, const Operand &operand) {
  std::uint64_t words[3] = {std::uint64_t{operand.value.index()} << 4U | unsigned{operand.read} << 3U |
                                unsigned{operand.written} << 2U | unsigned{operand.implicit} << 1U |
                                unsigned{operand.address_update},
                            0, 0};
  std::size_t count = 1;
  if (const Register *reg = as_register(operand)) {
    words[0] |= key_of(*reg) << 8U;
  } else if (const MemoryOperand *memory = as_memory(operand)) {
    count = 3;
    words[0] |= key_of(memory->base) << 8U | std::uint64_t{static_cast<std::uint32_t>(memory->scale)} << 32U;
    words[1] = key_of(memory->index) | key_of(memory->segment) << 24U;
    words[2] = std::uint64_t{static_cast<std::uint32_t>(memory->width_bytes)} << 32U |
               unsigned{is_displaced(*memory)} << 1U | unsigned{memory->is_gather_scatter};
  }
  key.append(reinterpret_cast<const char *>(words), count * sizeof words[0]);
}

/// Of the registers that an x86 lea adds: their displacements may only be in the encoding.
bool has_base_with_displacement(const Instruction &instruction) {
  return instruction.opcode.starts_with("LEA") && std::ranges::any_of(instruction.operands, [](const Operand &operand) {
           const Register *reg = as_register(operand);
           return reg != nullptr && operand.read && needs_displacement(*reg);
         });
}

void write_key(std::string &key, const Instruction &instruction, Isa isa) {
  key = instruction.opcode;
  key += static_cast<char>(unsigned{instruction.loads} << 2U | unsigned{instruction.stores} << 1U |
                           unsigned{instruction.is_prefetch});
  key += static_cast<char>(instruction.address_scale);
  if (isa == Isa::aarch64)
    key += static_cast<char>(shifts_register(instruction));
  else if (isa == Isa::x86_64)
    key += static_cast<char>(unsigned{has_base_with_displacement(instruction)} << 1U |
                             unsigned{has_one_register_source(instruction)});
  if (instruction.vector_type.log_group)
    key += static_cast<char>('a' + *instruction.vector_type.log_group);
  key += instruction.mnemonic; // the condition is no operand that the key has
  for (const Operand &operand : instruction.operands)
    append(key, operand);
}

} // namespace

FormCosts::Form FormCosts::look_up(const Instruction &instruction) const {
  return {model_.data().fallback_only ? nullptr : shared(listed_cost(model_, instruction)),
          model_.rule_matches(instruction.opcode)};
}

const FormCosts::Form &FormCosts::form_of(const Instruction &instruction) {
  write_key(key_, instruction, model_.data().isa);
  const auto known = forms_.find(key_);
  if (known != forms_.end())
    return known->second;
  if (forms_.size() >= most_forms)
    forms_.clear();
  return forms_.emplace(key_, look_up(instruction)).first->second;
}

std::shared_ptr<const Cost> FormCosts::cost_of(const Form &form, const Instruction &instruction) const {
  return form.listed ? form.listed : shared(osaca::cost_of(model_, instruction, compiler_index_));
}

} // namespace osaca
