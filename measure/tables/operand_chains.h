// Through which operands copies of an instruction wait for each other.
#pragma once

#include "kernel/instruction.h"

#include <utility>
#include <vector>

namespace osaca::measure {

/// From one operand to another, as numbers of Instruction::operands.
using OperandNumbers = std::pair<int, int>;

/// The pairs of a register source and a register result that overlap: a copy waits for the copy before it.
[[nodiscard]] std::vector<OperandNumbers> chained_operands(const Instruction &instruction);

/// All pairs of an explicit register source and an explicit register result.
[[nodiscard]] std::vector<OperandNumbers> register_pairs(const Instruction &instruction);

/// The operand from which an instruction loads; -1: it does not load.
[[nodiscard]] int loaded_operand(const Instruction &instruction);

} // namespace osaca::measure
