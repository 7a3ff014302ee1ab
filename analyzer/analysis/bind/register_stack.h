// x87's registers are named from the top of a stack, so that a name means another register after each push and pop.
// Where an iteration leaves as much on the stack as it found, each place has the same register in every iteration.
#pragma once

#include "analysis/bind/costed_instruction.h"

#include <memory>
#include <vector>

namespace osaca {

/// Replaces the names by registers. Where the iteration does not come back to the place where it began, or resets the
/// stack, nobody waits for what is on it, and the answer is false.
[[nodiscard]] bool follow_register_stack(std::vector<std::shared_ptr<const CostedInstruction>> &instructions);

} // namespace osaca
