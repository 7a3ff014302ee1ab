// The operands of an instruction in the order that kernel/instruction.h promises.
#pragma once

#include "decode/lower/lower.h"

#include <vector>

namespace osaca {

/// `memory`: an empty list, for its memory.
[[nodiscard]] std::vector<Operand> operands_of(const Lowering &lowering, std::vector<Operand> memory);

} // namespace osaca
