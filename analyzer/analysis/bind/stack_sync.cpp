#include "analysis/bind/stack_sync.h"

namespace osaca {

void mark_stack_syncs(std::span<PlacedInstruction> instructions) {
  bool is_behind = false;
  for (int round = 0; round < 2; ++round) // the second time with what the iteration before left behind
    for (PlacedInstruction &placed : instructions) {
      placed.needs_stack_sync = is_behind && placed.costed->stack_pointer_source >= 0;
      if (placed.needs_stack_sync || placed.costed->sets_stack_pointer)
        is_behind = false;
      if (placed.costed->pushes_or_pops)
        is_behind = true;
    }
}

} // namespace osaca
