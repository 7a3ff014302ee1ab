// Finds by trial an initial state with which a loop ends after a chosen number of iterations: what determines its end,
// what may be changed, and the search.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/loop_steps.h"
#include "measure/harness/timed_process.h"

#include <optional>
#include <vector>

namespace osaca::measure {

// What determines whether a conditional jump leaves a loop: the registers and loads that its comparison depends on.

struct LoadOf {
  std::size_t instruction = 0;
  MemoryOperand place; ///< base, index and displacement only; addresses relative to the code are excluded
};

struct ExitCauses {
  std::size_t test = 0;                 ///< the instruction that sets the flags
  std::vector<std::size_t> compared;    ///< general registers that it reads
  std::optional<std::int64_t> constant; ///< the constant that it reads
  std::vector<std::size_t> unchanged;   ///< registers that the comparison depends on and that do not change in the loop
  std::vector<std::size_t> unchanged_vectors; ///< the same for vector registers, numbered as by vector_index()
  std::vector<std::size_t> carried;           ///< registers whose values come from the previous iteration
  std::vector<LoadOf> loads;                  ///< loads in this iteration that the comparison depends on
};

/// Empty: no instruction before the jump sets flags.
[[nodiscard]] std::optional<ExitCauses> causes_of(const Kernel &loop, std::size_t jump, const RegisterUses &uses);

// Changes of the initial state that may make a loop end in the wanted iteration; the search tries them.

/// The initial state of a loop.
struct Beginning {
  GeneralRegisters general{};
  std::array<VectorValue, vector_registers> vectors{};
  std::vector<PlantedWord> planted;
};

/// The values of the general registers before each instruction of the iteration that should be the last.
using IterationSteps = std::vector<GeneralRegisters>;

[[nodiscard]] std::vector<Beginning> candidates_of(const Beginning &begin, const ExitCauses &causes,
                                                   const IterationSteps &last, const RegisterUses &uses,
                                                   std::size_t iterations);

// Finds by trial an initial state with which a loop ends after a chosen number of iterations: for loops whose end
// depends on more than a counter, or that have several exits.

/// Error: why no initial state leads to the wanted end. A setup that is returned has been tried: the loop ran the
/// intended number of iterations.
[[nodiscard]] Expected<LoopSetup> search_setup(const Kernel &loop, const LoopCode &code, const Rehearser &rehearser,
                                               std::int64_t most_iterations);

} // namespace osaca::measure
