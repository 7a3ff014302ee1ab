#include "analysis/bounds/front_end.h"

#include <algorithm>

namespace osaca {
namespace {

/// Per iteration. The branch that closes the loop is taken, also where only markers say that there is a loop.
int taken_branches(const CostedKernel &kernel) {
  const std::vector<PlacedInstruction> &instructions = kernel.instructions;
  if (instructions.empty() || kernel.region == RegionKind::block)
    return 0;
  const auto count = std::count_if(instructions.begin(), instructions.end(),
                                   [](const PlacedInstruction &placed) { return placed.costed->changes_flow; });
  return static_cast<int>(count) + (kernel.closes && !instructions.back().costed->changes_flow ? 1 : 0);
}

} // namespace

FrontEnd front_end(const CostedKernel &kernel) {
  FrontEnd result;
  for (const PlacedInstruction &placed : kernel.instructions)
    if (!placed.shares_slot_with_next)
      result.macro_ops += placed.dispatch_slots;
  const Core &core = kernel.model.core();
  if (!core.dispatch_width.value.is_zero())
    result.dispatch_cycles = result.macro_ops / core.dispatch_width.value;
  result.taken_branches = taken_branches(kernel);
  if (core.taken_branch_cycles)
    result.branch_cycles = core.taken_branch_cycles->value * Cycles(result.taken_branches);
  result.code = code_supply(kernel, result.dispatch_cycles);
  return result;
}

} // namespace osaca
