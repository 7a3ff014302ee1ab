// One instruction of each opcode that can be encoded, for tests that go through all of an ISA.
#pragma once

#include "decode/code/encoding.h"

#include <vector>

namespace osaca::testing {

inline const std::vector<EncodedInstruction> &all_encoded(Isa isa) {
  static std::vector<EncodedInstruction> made[3];
  std::vector<EncodedInstruction> &all = made[static_cast<std::size_t>(isa)];
  if (!all.empty())
    return all;
  InstructionEncoder encoder(isa);
  for (const InstructionForm &form : instruction_forms(isa)) {
    if (form.group != InstructionForm::Group::ordinary)
      continue;
    std::vector<OperandChoice> choices;
    for (const FormOperand &operand : form.operands)
      choices.push_back(operand.kind == FormOperand::Kind::reg && !operand.registers.empty() ? operand.registers.front()
                                                                                             : OperandChoice{1});
    if (auto encoded = encoder.encode(form, choices))
      all.push_back(*std::move(encoded));
  }
  return all;
}

} // namespace osaca::testing
