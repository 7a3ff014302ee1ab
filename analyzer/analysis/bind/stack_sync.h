// Where the stack engine has to bring the stack pointer up to date.
#pragma once

#include "analysis/bind/costed_kernel.h"

#include <span>

namespace osaca {

/// Sets needs_stack_sync of each instruction of the loop: it takes the stack pointer as an operand, and pushes or pops
/// have moved it since it was last written or brought up to date. Addresses do not count: the engine adds what it has
/// counted to them.
void mark_stack_syncs(std::span<PlacedInstruction> instructions);

} // namespace osaca
