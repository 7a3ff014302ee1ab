#include "analysis/form_costs.h"

#include "model/form_lookup.h"
#include "model/glob.h"

#include <algorithm>

namespace osaca {
namespace {

std::shared_ptr<const Cost> shared(std::optional<Cost> cost) {
  return cost ? std::make_shared<const Cost>(*std::move(cost)) : nullptr;
}

/// Hostile input may hold any number of forms.
constexpr std::size_t most_forms = 65536;

template <class T> void append(std::string &key, T value) {
  key.append(reinterpret_cast<const char *>(&value), sizeof value);
}

void append(std::string &key, const Register &reg) {
  append(key, static_cast<std::uint8_t>(reg.kind));
  append(key, static_cast<std::uint16_t>(reg.width_bits));
  append(key, static_cast<std::uint8_t>(reg.units.empty()));
}

void append(std::string &key, const std::optional<Register> &reg) {
  append(key, static_cast<std::uint8_t>(reg.has_value()));
  if (reg)
    append(key, *reg);
}

void append(std::string &key, const Operand &operand) {
  append(key, static_cast<std::uint8_t>(operand.value.index() << 4U | unsigned{operand.read} << 3U |
                                        unsigned{operand.written} << 2U | unsigned{operand.implicit} << 1U |
                                        unsigned{operand.address_update}));
  if (const Register *reg = as_register(operand)) {
    append(key, *reg);
  } else if (const MemoryOperand *memory = as_memory(operand)) {
    append(key, memory->base);
    append(key, memory->index);
    append(key, memory->segment);
    append(key, memory->scale);
    append(key, memory->width_bytes);
    append(key, static_cast<std::uint8_t>(unsigned{memory->displacement != 0} << 2U |
                                          unsigned{!memory->symbol.empty()} << 1U |
                                          unsigned{memory->is_gather_scatter}));
  }
}

/// All of an instruction but which registers and constants it names: more than the model's lookup asks for.
void write_key(std::string &key, const Instruction &instruction) {
  key = instruction.opcode;
  append(key, static_cast<std::uint8_t>(unsigned{instruction.loads} << 2U | unsigned{instruction.stores} << 1U |
                                        unsigned{instruction.is_prefetch}));
  for (const Operand &operand : instruction.operands)
    append(key, operand);
}

} // namespace

FormCosts::Form FormCosts::look_up(const Instruction &instruction) const {
  const std::vector<std::string> &renamed = model_.core().renamed_loads;
  return {shared(listed_cost(model_, instruction)), model_.rule_matches(instruction.opcode),
          std::any_of(renamed.begin(), renamed.end(), [&](const std::string &pattern) {
            return glob_matches(pattern, instruction.opcode);
          })};
}

const FormCosts::Form &FormCosts::form_of(const Instruction &instruction) {
  write_key(key_, instruction);
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
