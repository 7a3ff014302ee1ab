// What decides whether a conditional jump leaves a loop: the registers and loads that its comparison depends on.
#pragma once

#include "kernel/kernel.h"
#include "measure/harness/loop_steps.h"

#include <optional>
#include <vector>

namespace osaca::measure {

struct LoadOf {
  std::size_t instruction = 0;
  MemoryOperand place; ///< base, index and displacement only: nothing that is relative to the code
};

struct ExitCauses {
  std::size_t test = 0;                       ///< the instruction that sets the flags
  std::vector<std::size_t> compared;          ///< general registers that it reads
  std::optional<std::int64_t> constant;       ///< that it reads
  std::vector<std::size_t> unchanged;         ///< registers that have a say in it and stay the same in the loop
  std::vector<std::size_t> unchanged_vectors; ///< vector registers, numbered as their beginnings (vector_index)
  std::vector<std::size_t> carried;           ///< that come from the iteration before
  std::vector<LoadOf> loads;                  ///< of this iteration that have a say in it
};

/// Empty: no instruction before the jump sets flags.
[[nodiscard]] std::optional<ExitCauses> causes_of(const Kernel &loop, std::size_t jump, const RegisterUses &uses);

} // namespace osaca::measure
