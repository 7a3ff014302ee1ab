// The condition on which a loop goes on, as far as it is arithmetic on one counter.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_steps.h"
#include "measure/harness/timed_process.h"

#include <cstdint>

namespace osaca::measure {

/// "The loop goes on while counter <condition> limit", or with both sides exchanged.
struct LoopExit {
  enum class Condition { not_equal, less, less_or_equal, greater, greater_or_equal };
  Condition condition = Condition::not_equal; ///< with the counter on the left
  std::size_t counter = 0;                    ///< register
  std::int64_t step = 0;
  std::int64_t step_before_test = 0;         ///< part of the step that comes before the comparison
  std::optional<std::size_t> limit_register; ///< does not change in the loop
  std::int64_t limit = 0;                    ///< without limit_register
  bool is_32_bit = false;
};

[[nodiscard]] Expected<LoopExit> find_exit(const Kernel &kernel, const RegisterUses &uses);

/// Sets the limit, or the counter's beginning if the limit is a constant, in `start` so that the loop runs `iterations`
/// times. False: it would not.
[[nodiscard]] bool solve(const LoopExit &exit, int iterations, GeneralRegisters &start);

} // namespace osaca::measure
