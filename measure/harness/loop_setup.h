// With what a loop must begin so that it runs a chosen number of iterations, worked out from the loop's own text.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/loop_steps.h"
#include "measure/harness/timed_process.h"

#include <cstdint>
#include <vector>

namespace osaca::measure {

struct LoopSetup {
  GeneralRegisters shorter_start{};
  GeneralRegisters longer_start{};
  int shorter_iterations = 0;
  int longer_iterations = 0;
  std::uint64_t fill_word = 0;      ///< for all of its memory
  bool fill_is_relative = false;    ///< each word holds its own address besides
  std::vector<PlantedWord> planted; ///< but here
  std::array<VectorValue, vector_registers> vectors{};
  DirectedJumps directed; ///< jumps that got another condition
};

/// So that everything that its shorter run touches fits into half of what a first-level cache holds.
[[nodiscard]] int shorter_iterations(const RegisterUses &uses);

/// `other`: for registers that hold neither addresses nor counters.
[[nodiscard]] GeneralRegisters start_values(const RegisterUses &uses, std::uint64_t other);

/// From the loop's text alone. Error: how the loop ends could not be worked out, and why.
[[nodiscard]] Expected<LoopSetup> set_up_loop(const Kernel &kernel);

} // namespace osaca::measure
