// Which registers, numbers and addresses stand for the operands of an instruction under test.
#pragma once

#include "decode/code/instruction_forms.h"
#include "measure/isa/isa_description.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace osaca::measure {

/// What the encoding of one form taught about its operands.
struct OperandRole {
  Operand operand;               ///< as in the example
  int form_operand = -1;         ///< in InstructionForm::operands; -1: implicit
  int base_operand = -1;         ///< of a memory operand
  int index_operand = -1;        ///< also if the example has no index
  int displacement_operand = -1; ///< x86
  std::optional<Domain> domain;
};

struct FormShape {
  InstructionForm form;
  std::vector<OperandChoice> choices; ///< of the example
  EncodedInstruction example;
  std::vector<OperandRole> roles; ///< one per operand of the example
};

/// A wish for one operand of the form: the part of that family that fits, or a plain value.
struct OperandWish {
  std::string family; ///< LLVM's name of the whole register; empty: `value`
  OperandChoice value = 0;
};
using OperandWishes = std::map<int, OperandWish>;

/// An example of a form, or why there is none.
struct ShapeChoice {
  Expected<FormShape> made;
  std::string same_as = {}; ///< of a form that LLVM knows twice: the other's opcode
};

class OperandChooser {
public:
  OperandChooser(const IsaDescription &isa, InstructionEncoder &encoder);

  /// An example with all its registers different.
  [[nodiscard]] ShapeChoice shape(const InstructionForm &form);

  /// The example with some operands chosen otherwise.
  [[nodiscard]] Expected<EncodedInstruction> encode(const FormShape &shape, const OperandWishes &wishes);

  /// The family of the pool that `reg` is a part of; null: none.
  [[nodiscard]] const RegisterFamily *family_of(const Register &reg) const;
  /// More than one for lists of registers.
  [[nodiscard]] std::vector<const RegisterFamily *> families_of(const Register &reg) const;

  /// Families of a domain that neither the example's implicit operands nor `taken` use and of which the operand may be
  /// a part.
  [[nodiscard]] std::vector<const RegisterFamily *> free_families(const FormShape &shape, int form_operand,
                                                                  const std::set<std::string> &taken);

  [[nodiscard]] const IsaDescription &isa() const { return isa_; }

private:
  [[nodiscard]] RegisterNumber member(const FormOperand &operand, const Register &whole);
  [[nodiscard]] const Register &whole(const std::string &family);
  [[nodiscard]] bool is_mask_of_riscv(const FormOperand &operand) const;
  [[nodiscard]] ShapeChoice shape_masked_by(const InstructionForm &form, OperandChoice mask_of_riscv);
  /// `mask_of_riscv`: a register, or 0 where no element is to be masked.
  [[nodiscard]] Expected<std::vector<OperandChoice>> first_choices(const InstructionForm &form,
                                                                   const std::set<std::uint16_t> &avoided_units,
                                                                   OperandChoice immediate,
                                                                   OperandChoice mask_of_riscv);
  [[nodiscard]] RegisterNumber any_free(const FormOperand &operand, std::set<std::uint16_t> &used);
  void find_roles(FormShape &shape);

  const IsaDescription &isa_;
  InstructionEncoder &encoder_;
  std::set<std::string> high_bytes_ = {"ah", "bh", "ch", "dh"};
};

} // namespace osaca::measure
