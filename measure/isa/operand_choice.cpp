// Operands of the form are matched with those of the decoded instruction by giving each register operand a different
// register and finding it in the decoded operands. This works for every ISA without knowing how it encodes addresses.
#include "measure/isa/operand_choice.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

using Kind = FormOperand::Kind;
using Part = FormOperand::MemoryPart;

// Immediates are tried in this order until one can be encoded. The first is neither zero nor one.
constexpr std::array<OperandChoice, 10> immediates = {3, 5, 2, 1, 0, 7, 8, 16, 4, 64};
// RISC-V's rounding mode is a number too; 7 is the usual one.
constexpr std::array<OperandChoice, 10> immediates_of_riscv = {7, 3, 5, 2, 1, 0, 8, 16, 4, 64};

bool is_free(const Register &reg, const std::set<std::uint16_t> &used) {
  return std::ranges::none_of(reg.units, [&](std::uint16_t unit) { return used.contains(unit); });
}

void use(const Register &reg, std::set<std::uint16_t> &used) { used.insert(reg.units.begin(), reg.units.end()); }

} // namespace

OperandChooser::OperandChooser(const IsaDescription &isa, InstructionEncoder &encoder) : isa_(isa), encoder_(encoder) {}

const Register &OperandChooser::whole(const std::string &family) {
  return encoder_.register_of(encoder_.register_named(family));
}

RegisterNumber OperandChooser::member(const FormOperand &operand, const Register &whole) {
  for (const RegisterNumber number : operand.registers) {
    const Register &reg = encoder_.register_of(number);
    // Pairs and lists of registers have more units than the family.
    const bool part = reg.overlaps(whole) && std::ranges::includes(whole.units, reg.units);
    if (part && !high_bytes_.contains(reg.name))
      return number;
  }
  return 0;
}

RegisterNumber OperandChooser::any_free(const FormOperand &operand, std::set<std::uint16_t> &used) {
  for (const RegisterFamily &family : isa_.pool) {
    const Register &all = whole(family.llvm_name);
    if (!is_free(all, used))
      continue;
    if (const RegisterNumber number = member(operand, all); number != 0) {
      use(all, used);
      return number;
    }
  }
  for (const RegisterNumber number : operand.registers) { // lists, segment registers and the like
    const Register &reg = encoder_.register_of(number);
    const bool pooled = std::ranges::all_of(reg.units, [&](std::uint16_t unit) {
      return std::ranges::any_of(isa_.pool, [&](const RegisterFamily &family) {
        const Register &all = whole(family.llvm_name);
        return std::ranges::find(all.units, unit) != all.units.end();
      });
    });
    if ((pooled && is_free(reg, used)) || !domain_of(isa_.isa, reg)) {
      use(reg, used);
      return number;
    }
  }
  return 0;
}

bool OperandChooser::is_mask_of_riscv(const FormOperand &operand) const {
  return isa_.isa == Isa::riscv64 && operand.registers.size() == 1;
}

Expected<std::vector<OperandChoice>> OperandChooser::first_choices(const InstructionForm &form,
                                                                   const std::set<std::uint16_t> &avoided_units,
                                                                   OperandChoice immediate,
                                                                   OperandChoice mask_of_riscv) {
  std::set<std::uint16_t> used = avoided_units;
  std::vector<OperandChoice> choices;
  for (const FormOperand &operand : form.operands) {
    OperandChoice chosen = immediate;
    const bool is_vector_index = operand.part == Part::index && !operand.registers.empty() &&
                                 encoder_.register_of(operand.registers.front()).kind == RegisterKind::vector;
    if (operand.tied_to >= 0 && static_cast<std::size_t>(operand.tied_to) < choices.size())
      chosen = choices[at(operand.tied_to)];
    else if ((operand.part == Part::index && !is_vector_index) || operand.part == Part::segment)
      chosen = 0;
    else if (is_mask_of_riscv(operand))
      chosen = mask_of_riscv;
    else if (operand.part == Part::scale)
      chosen = 1;
    else if (operand.part == Part::displacement) // without it, an address that is only computed would be a plain copy
      chosen = form.loads || form.stores ? 0 : immediate;
    else if (operand.part == Part::base)
      chosen = encoder_.register_named(isa_.address_register);
    else if (operand.kind == Kind::reg)
      chosen = any_free(operand, used);
    else if (operand.kind == Kind::label)
      return Error{"an operand is a code label"};
    if (operand.kind == Kind::reg && chosen == 0 && operand.part == Part::none && !is_mask_of_riscv(operand))
      return Error{"there are not enough registers for its operands"};
    choices.push_back(chosen);
  }
  return choices;
}

void OperandChooser::find_roles(FormShape &shape) {
  const auto operand_with = [&](const SharedRegister &reg, Part part) {
    if (reg)
      for (std::size_t i = 0; i < shape.form.operands.size(); ++i) {
        const FormOperand &operand = shape.form.operands[i];
        const bool fits = operand.kind == Kind::reg && operand.tied_to < 0 && shape.choices[i] != 0 &&
                          (operand.part == part || operand.part == Part::none || part == Part::none);
        if (fits && encoder_.register_of(static_cast<RegisterNumber>(shape.choices[i])).overlaps(*reg))
          return static_cast<int>(i);
      }
    return -1;
  };
  const auto operand_of_part = [&](Part part) {
    for (std::size_t i = 0; i < shape.form.operands.size(); ++i)
      if (shape.form.operands[i].part == part)
        return static_cast<int>(i);
    return -1;
  };
  for (const Operand &operand : shape.example.instruction.operands) {
    OperandRole role;
    role.operand = operand;
    if (const Register *reg = as_register(operand)) {
      role.domain = domain_of(isa_.isa, *reg);
      if (!operand.implicit)
        role.form_operand = operand_with(*reg, Part::none);
    } else if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && !operand.implicit) {
      role.base_operand = operand_with(memory->base, Part::base);
      role.index_operand = memory->index ? operand_with(memory->index, Part::index) : operand_of_part(Part::index);
      role.displacement_operand = operand_of_part(Part::displacement);
    }
    shape.roles.push_back(std::move(role));
  }
}

/// Most RISC-V forms accept a mask or none; a few (`vmerge`, `vmadc.vvm`) are other instructions without it.
ShapeChoice OperandChooser::shape(const InstructionForm &form) {
  ShapeChoice usual = shape_masked_by(form, 0);
  if (usual.made)
    return usual;
  const auto mask =
      std::ranges::find_if(form.operands, [&](const FormOperand &operand) { return is_mask_of_riscv(operand); });
  if (mask == form.operands.end())
    return usual;
  ShapeChoice masked = shape_masked_by(form, mask->registers.front());
  return masked.made ? masked : usual;
}

ShapeChoice OperandChooser::shape_masked_by(const InstructionForm &form, OperandChoice mask_of_riscv) {
  ShapeChoice none{Error{"it cannot be encoded in this mode of the processor"}};
  for (const OperandChoice immediate : isa_.isa == Isa::riscv64 ? immediates_of_riscv : immediates) {
    FormShape made{form, {}, {}, {}};
    std::set<std::uint16_t> avoided;
    // One round finds the registers that it uses implicitly, the next avoids them.
    for (int round = 0; round < 2; ++round) {
      auto choices = first_choices(form, avoided, immediate, mask_of_riscv);
      if (!choices)
        return {choices.error()};
      made.choices = *choices;
      auto code = encoder_.encode(form, made.choices);
      if (!code) {
        none = {code.error()};
        break;
      }
      made.example = *code;
      if (made.example.instruction.opcode == form.opcode && round == 1) {
        find_roles(made);
        return {std::move(made)};
      }
      for (const Operand &operand : made.example.instruction.operands)
        if (const Register *reg = as_register(operand); reg != nullptr && operand.implicit)
          use(*reg, avoided);
    }
    if (!made.example.bytes.empty() && made.example.instruction.opcode != form.opcode)
      none = {Error{"the same machine code as " + made.example.instruction.opcode}, made.example.instruction.opcode};
    if (std::ranges::none_of(form.operands, [](const FormOperand &operand) {
          return operand.kind == Kind::immediate && operand.part == Part::none;
        }))
      break;
  }
  return none;
}

Expected<EncodedInstruction> OperandChooser::encode(const FormShape &shape, const OperandWishes &wishes) {
  std::vector<OperandChoice> choices = shape.choices;
  for (const auto &[index, wish] : wishes) {
    const auto place = static_cast<std::size_t>(index);
    choices.at(place) = wish.value;
    if (!wish.family.empty()) {
      const FormOperand &operand = shape.form.operands[place];
      choices[place] =
          operand.registers.empty() ? encoder_.register_named(wish.family) : member(operand, whole(wish.family));
      if (choices[place] == 0)
        return Error{format_text("{} cannot be operand {}", wish.family, index)};
    }
  }
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (shape.form.operands[i].tied_to >= 0)
      choices[i] = choices[at(shape.form.operands[i].tied_to)];
  auto code = encoder_.encode(shape.form, choices);
  if (code && code->instruction.opcode != shape.form.opcode)
    return Error{"with these operands it is encoded as " + code->instruction.opcode};
  return code;
}

const RegisterFamily *OperandChooser::family_of(const Register &reg) const {
  const std::vector<const RegisterFamily *> all = families_of(reg);
  return all.empty() ? nullptr : all.front();
}

std::vector<const RegisterFamily *> OperandChooser::families_of(const Register &reg) const {
  std::vector<const RegisterFamily *> found;
  for (const RegisterFamily &family : isa_.pool)
    if (encoder_.register_of(encoder_.register_named(family.llvm_name)).overlaps(reg))
      found.push_back(&family);
  return found;
}

std::vector<const RegisterFamily *> OperandChooser::free_families(const FormShape &shape, int form_operand,
                                                                  const std::set<std::string> &taken) {
  std::set<std::uint16_t> used;
  for (const OperandRole &role : shape.roles)
    if (const Register *reg = as_register(role.operand); reg != nullptr && role.operand.implicit)
      use(*reg, used);
  std::vector<const RegisterFamily *> found;
  for (const RegisterFamily &family : isa_.pool)
    if (!taken.contains(family.llvm_name) && is_free(whole(family.llvm_name), used) &&
        member(shape.form.operands[at(form_operand)], whole(family.llvm_name)) != 0)
      found.push_back(&family);
  return found;
}

} // namespace osaca::measure
