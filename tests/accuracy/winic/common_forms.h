// Which instructions compilers emit for the instruction sets that they usually target.
#pragma once

#include "kernel/instruction.h"
#include "kernel/isa.h"

namespace osaca::accuracy {

/// x86, whose assembler takes everything for every CPU: x87, MMX, what is no part of x86-64-v4, what only systems need,
/// and prefixes on their own. Other ISAs: nothing is, their assemblers know what a CPU has.
[[nodiscard]] bool is_uncommon(Isa isa, const Instruction &instruction);

} // namespace osaca::accuracy
