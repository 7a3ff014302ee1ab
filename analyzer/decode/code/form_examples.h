// Names of instruction forms, and an example instruction of each form, for programs that look up instructions.
#pragma once

#include "decode/code/encoding.h"

#include <string>
#include <vector>

namespace osaca {

/// The names by which people know a form.
struct FormNames {
  std::string opcode;
  std::vector<std::string> mnemonics; ///< x86: in Intel syntax and, if it differs, in AT&T syntax ("add", "addl").
                                      ///< Conditional instructions have the mnemonic without the condition ("cmov").
};

/// One entry for each of instruction_forms(), in the same order.
[[nodiscard]] std::vector<FormNames> form_names(Isa isa);

/// Encodes an example in which all registers differ. Errors: there are not enough registers, the processor mode lacks
/// the instruction, or it has the same machine code as another form.
[[nodiscard]] Expected<EncodedInstruction> encode_example(InstructionEncoder &encoder, const InstructionForm &form);

} // namespace osaca
