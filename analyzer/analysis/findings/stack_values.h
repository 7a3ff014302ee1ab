// Values that a loop stores to the stack and loads again: because there are too few registers, or because a call in
// between overwrites them.
#pragma once

#include "analysis/findings/findings.h"

#include <vector>

namespace osaca {

struct StackValues {
  std::vector<int> spills;       ///< instructions, ascending
  std::vector<int> around_calls; ///< likewise, and none of the others
};

[[nodiscard]] StackValues stack_values(const KernelFacts &facts);

/// Whether control comes through a call on its way from one instruction to the other, perhaps in the next iteration.
[[nodiscard]] bool is_call_between(const KernelFacts &facts, int from, int to);

} // namespace osaca
