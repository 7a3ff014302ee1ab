// Converts the operands of instructions: those that LLVM lists, and registers of the x87 stack, which LLVM does not
// list. Also describes the results of arithmetic on general registers.
#pragma once

#include "decode/llvm/registers.h"
#include "decode/lower/instruction_maker.h"
#include "decode/lower/opcode_class.h"
#include "kernel/instruction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

// The operands of an instruction in the order that kernel/instruction.h specifies.

struct OperandsAndBase {
  std::vector<Operand> operands;
  bool moves_base = false;                   ///< a memory access also changes its base register
  std::optional<std::int64_t> moves_base_by; ///< in bytes; empty: a register (the last operand) is added
};

/// `memory` must be empty. Its allocated memory is reused for the result.
[[nodiscard]] OperandsAndBase operands_of(const Lowering &lowering, std::vector<Operand> memory);

// Address arithmetic: the result of an instruction in a general register as an affine function of its operands (a
// constant plus multiples of registers), if it is one.

/// Precondition: operands and `address_scale` of `instruction` are set.
[[nodiscard]] std::optional<AffineResult> affine_result(const AffineForm &form, const Instruction &instruction);

/// The new value of the base register, for an access that adds `bytes` to it. Empty `bytes`: the access adds the last
/// operand, a register.
[[nodiscard]] std::optional<AffineResult> moved_base(const Instruction &instruction, std::optional<std::int64_t> bytes);

// x87: the registers of the stack that an instruction reads and writes. LLVM's descriptions do not contain them.

/// Sets Instruction::register_stack and adds the stack operands. Other instructions are unchanged.
void add_register_stack(Instruction &made, RegisterTable &registers);

} // namespace osaca
