// Where the stack engine has to bring the stack pointer up to date.
#pragma once

#include "kernel/kernel.h"

#include <vector>

namespace osaca {

/// Per instruction of the loop: it takes the stack pointer as an operand, and pushes or pops have moved it since it was
/// last written or brought up to date. Addresses do not count: the engine adds what it has counted to them.
[[nodiscard]] std::vector<bool> needs_stack_sync(const Kernel &kernel);

/// The stack pointer among what an instruction takes as an operand; null: it does not.
[[nodiscard]] const Register *stack_pointer_source(const Instruction &instruction);

} // namespace osaca
