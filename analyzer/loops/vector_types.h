// RISC-V: which `vtype` is in force at each instruction, so that figures by LMUL and SEW can be chosen.
#pragma once

#include "kernel/kernel.h"
#include "loops/statement.h"

#include <vector>

namespace osaca {

/// Sets Instruction::vector_type of the kernels, which were found in the unit. A kernel is followed around its back
/// edge; what it does not set itself comes from the code before it. Comments of llvm-mca ("LLVM-MCA-RISCV-LMUL M2",
/// "LLVM-MCA-RISCV-SEW E32") set it as well. At the beginning of functions and after calls it is not known.
void set_vector_types(const ParsedUnit &unit, std::vector<Kernel> &kernels);

/// From what is in force at an instruction to what is behind it.
void follow_vector_type(const Instruction &instruction, VectorType &type);

} // namespace osaca
