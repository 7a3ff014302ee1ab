// Address units that are chosen by place, not by what is free.
#pragma once

#include "analysis/bind/costed_kernel.h"

namespace osaca {

/// Straight code of which several iterations fill each group of dispatch exactly, so that all groups are alike. The
/// first access of a group goes to one of two units in turn, the next to the unit behind it, and so on. Where a group
/// has more accesses than there are units, but no multiple of them, one unit gets more of two groups than its share: of
/// twice four accesses one of three units gets three, so that they take 3 cycles, not 2 2/3. The demands for the units
/// are raised by that. It was seen only where everything that is dispatched goes to a scheduler: not beside moves that
/// are eliminated.
void raise_grouped_accesses(CostedKernel &kernel);

} // namespace osaca
