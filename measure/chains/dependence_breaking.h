// Instructions that cut copies off from each other, and what registers hold before the first copy.
#pragma once

#include "measure/harness/benchmark.h"
#include "measure/isa/operand_choice.h"

#include <string>
#include <vector>

namespace osaca::measure {

/// What a register operand is put back to. Precondition: it is one.
[[nodiscard]] FixedValue fixed_value(const IsaDescription &isa, const Instruction &instruction, const Operand &operand);

/// Whether the next copy would read what this operand writes, if both have the same registers.
[[nodiscard]] bool is_rewritten(const Instruction &instruction, const Operand &operand);

/// Which instructions cut an operand that is read and written off from the copy before.
[[nodiscard]] std::vector<std::string> breakers_of(const OperandChooser &chooser, const FormShape &shape,
                                                   const Instruction &chosen, const std::vector<std::size_t> &kept);

/// Fills the registers, and those of addresses and indices with what they need.
[[nodiscard]] std::string beginning_for(const OperandChooser &chooser, const FormShape &shape,
                                        const Instruction &chosen, VectorEncoding encoding, const ValueSet &values);

} // namespace osaca::measure
