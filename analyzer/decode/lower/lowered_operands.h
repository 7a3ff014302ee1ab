// The operands of an instruction, those on x87's stack included, and what it makes of a general register.
#pragma once

#include "decode/llvm/registers.h"
#include "decode/lower/instruction_maker.h"
#include "decode/lower/opcode_class.h"
#include "kernel/instruction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

// The operands of an instruction in the order that kernel/instruction.h promises.

struct OperandsAndBase {
  std::vector<Operand> operands;
  bool moves_base = false;                   ///< an access moves its base register
  std::optional<std::int64_t> moves_base_by; ///< in bytes; empty: by a register, the last operand
};

/// `memory`: an empty list, for its memory.
[[nodiscard]] OperandsAndBase operands_of(const Lowering &lowering, std::vector<Operand> memory);

// Address arithmetic: what an instruction makes of a general register, if that is easily told.

/// `instruction`: with its operands and `address_scale`.
[[nodiscard]] std::optional<AffineResult> affine_result(const AffineForm &form, const Instruction &instruction);

/// Of an access that moves its base register, by so many bytes or, empty, by a register that is its last operand.
[[nodiscard]] std::optional<AffineResult> moved_base(const Instruction &instruction, std::optional<std::int64_t> bytes);

// x87: what an instruction reads and writes on the stack of registers. LLVM's descriptions do not say.

/// Fills Instruction::register_stack and gives the instruction its operands on the stack. Leaves all others alone.
void add_register_stack(Instruction &made, RegisterTable &registers);

} // namespace osaca
