// An address as it stands in the assembly.
#pragma once

#include "kernel/instruction.h"

#include <string>

namespace osaca {

/// "-8(%rsi,%rax)", "[x0, x1, lsl #3]"; "" where the text shows none. `operand`: index into Instruction::operands.
[[nodiscard]] std::string address_text(const Instruction &instruction, int operand);

} // namespace osaca
