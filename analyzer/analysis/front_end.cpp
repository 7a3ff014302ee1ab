#include "analysis/front_end.h"

#include <algorithm>

namespace osaca {
namespace {

bool changes_flow(const Instruction &instruction) {
  return instruction.is_call || instruction.is_return || instruction.is_taken ||
         (instruction.is_branch && !instruction.is_conditional);
}

/// Per iteration. The branch that closes the loop is taken, also where only markers say that there is a loop.
int taken_branches(const Kernel &kernel) {
  if (kernel.instructions.empty() || kernel.region == RegionKind::block)
    return 0;
  const auto count = std::count_if(kernel.instructions.begin(), kernel.instructions.end(), changes_flow);
  return static_cast<int>(count) + (kernel.closes && !changes_flow(kernel.instructions.back()) ? 1 : 0);
}

} // namespace

FrontEnd front_end(const BoundKernel &kernel) {
  FrontEnd result;
  for (const BoundInstruction &instruction : kernel.instructions)
    if (!instruction.fused_with_next)
      result.macro_ops += instruction.cost.dispatch_slots;
  const Core &core = kernel.model.core();
  if (!core.dispatch_width.value.is_zero())
    result.dispatch_cycles = result.macro_ops / core.dispatch_width.value;
  result.taken_branches = taken_branches(kernel.kernel);
  if (core.taken_branch_cycles)
    result.branch_cycles = core.taken_branch_cycles->value * Cycles(result.taken_branches);
  return result;
}

} // namespace osaca
