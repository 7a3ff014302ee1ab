#include "analysis/front_end.h"

namespace osaca {

FrontEnd front_end(const BoundKernel &kernel) {
  FrontEnd result;
  for (const BoundInstruction &instruction : kernel.instructions)
    if (!instruction.fused_with_next)
      result.macro_ops += instruction.cost.dispatch_slots;
  const Core &core = kernel.model.core();
  if (!core.dispatch_width.value.is_zero())
    result.dispatch_cycles = result.macro_ops / core.dispatch_width.value;
  const bool has_closing_branch = kernel.kernel.closes && !kernel.kernel.instructions.empty() &&
                                  kernel.kernel.region != RegionKind::block;
  if (has_closing_branch && core.taken_branch_cycles)
    result.branch_cycles = core.taken_branch_cycles->value;
  return result;
}

} // namespace osaca
