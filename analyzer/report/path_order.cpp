#include "report/path_order.h"

namespace osaca {

bool speaks_before(const KernelReport &a, const KernelReport &b) {
  if (a.path_share && b.path_share && a.path_share->probability != b.path_share->probability)
    return a.path_share->probability > b.path_share->probability;
  return b.cycles_per_iteration < a.cycles_per_iteration;
}

} // namespace osaca
