// x87: what an instruction reads and writes on the stack of registers. LLVM's descriptions do not say.
#pragma once

#include "decode/llvm/registers.h"
#include "kernel/instruction.h"

namespace osaca {

/// Fills Instruction::register_stack and gives the instruction its operands on the stack. Leaves all others alone.
void add_register_stack(Instruction &made, RegisterTable &registers);

} // namespace osaca
