// What might make a loop end in the iteration that is wanted: changes of how it begins, to be tried.
#pragma once

#include "measure/harness/exit_causes.h"
#include "measure/harness/timed_process.h"

#include <optional>
#include <vector>

namespace osaca::measure {

/// How a loop begins.
struct Beginning {
  GeneralRegisters general{};
  std::array<VectorValue, vector_registers> vectors{};
  std::vector<PlantedWord> planted;
};

/// What the general registers hold before each instruction of the iteration that is to be the last.
using IterationSteps = std::vector<GeneralRegisters>;

[[nodiscard]] std::vector<Beginning> candidates_of(const Beginning &begin, const ExitCauses &causes,
                                                   const IterationSteps &last, const RegisterUses &uses,
                                                   std::size_t iterations);

} // namespace osaca::measure
