// Address arithmetic: what an instruction makes of a general register, if that is easily told.
#pragma once

#include "decode/lower/opcode_class.h"
#include "kernel/instruction.h"

#include <optional>
#include <vector>

namespace osaca {

/// `instruction`: with its operands and `address_scale`.
[[nodiscard]] std::optional<AffineResult> affine_result(const AffineForm &form, const Instruction &instruction);

/// Of an access that moves its base register, by so many bytes or, empty, by a register that is its last operand.
[[nodiscard]] std::optional<AffineResult> moved_base(const Instruction &instruction, std::optional<std::int64_t> bytes);

} // namespace osaca
