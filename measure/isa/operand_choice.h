// Chooses registers, immediates and addresses for the operands of an instruction under test.
#pragma once

#include "decode/code/encoding.h"
#include "measure/isa/isa_description.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace osaca::measure {

/// What an encoded example shows about one operand of a form.
struct OperandRole {
  Operand operand;               ///< as in the example
  int form_operand = -1;         ///< index in InstructionForm::operands; -1: implicit
  int base_operand = -1;         ///< of a memory operand: the form operand with its base
  int index_operand = -1;        ///< the form operand with its index, also if the example has no index
  int displacement_operand = -1; ///< x86
  std::optional<Domain> domain;
};

struct FormShape {
  InstructionForm form;
  std::vector<OperandChoice> choices; ///< of the example
  EncodedInstruction example;
  std::vector<OperandRole> roles; ///< one per operand of the example
};

/// A choice for one operand of the form: the matching part of a register family, or a plain value.
struct OperandWish {
  std::string family; ///< LLVM's name of the whole register; empty: `value` is used
  OperandChoice value = 0;
};
using OperandWishes = std::map<int, OperandWish>;

/// An example of a form, or why there is none.
struct ShapeChoice {
  Expected<FormShape> made;
  std::string same_as = {}; ///< the opcode of another form with the same machine code
};

class OperandChooser {
public:
  OperandChooser(const IsaDescription &isa, InstructionEncoder &encoder);

  /// Encodes an example in which all registers differ.
  [[nodiscard]] ShapeChoice shape(const InstructionForm &form);

  /// Encodes the example with other choices for some operands.
  [[nodiscard]] Expected<EncodedInstruction> encode(const FormShape &shape, const OperandWishes &wishes);

  /// The family of the pool that contains `reg`; null: none.
  [[nodiscard]] const RegisterFamily *family_of(const Register &reg) const;
  /// More than one family if `reg` is a list of registers.
  [[nodiscard]] std::vector<const RegisterFamily *> families_of(const Register &reg) const;

  /// The families of the operand's domain that fit the operand and are used neither by implicit operands of the example
  /// nor in `taken`.
  [[nodiscard]] std::vector<const RegisterFamily *> free_families(const FormShape &shape, int form_operand,
                                                                  const std::set<std::string> &taken);

  [[nodiscard]] const IsaDescription &isa() const { return isa_; }

private:
  [[nodiscard]] RegisterNumber member(const FormOperand &operand, const Register &whole);
  [[nodiscard]] const Register &whole(const std::string &family);
  [[nodiscard]] bool is_mask_of_riscv(const FormOperand &operand) const;
  [[nodiscard]] ShapeChoice shape_masked_by(const InstructionForm &form, OperandChoice mask_of_riscv);
  /// `mask_of_riscv`: a register, or 0 to mask no element.
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
