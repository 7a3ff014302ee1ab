// RISC-V: determines the `vtype` in effect at each instruction, because costs depend on LMUL and SEW.
#pragma once

#include "kernel/kernel.h"
#include "loops/statement.h"

#include <vector>

namespace osaca {

/// Sets Instruction::vector_type in kernels of the unit. The type at the end of an iteration is also the type at the
/// beginning of the next one. A type that the kernel does not set itself comes from the code before the kernel.
/// Comments of llvm-mca ("LLVM-MCA-RISCV-LMUL M2", "LLVM-MCA-RISCV-SEW E32") set the type as well. At the beginning of
/// functions and after calls, the type is unknown.
void set_vector_types(const ParsedUnit &unit, std::vector<Kernel> &kernels);

/// Changes `type` from the type before the instruction to the type after it.
void follow_vector_type(const Instruction &instruction, VectorType &type);

} // namespace osaca
