// Loads that find their bank taken, because they come in no fixed order.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"

namespace osaca {

/// Straight code that is dispatched faster than its loads are executed, so that many of them wait. Where the loads of
/// an iteration are a multiple of the load ports, or nothing else is dispatched, each port meets them in the same order
/// as the others and no two cycles differ. Otherwise every now and then more loads of one bank are chosen together than
/// it serves; the others lose their cycle. Two loads of different words and a third instruction: 0.72 cycles, not 0.67.
/// The demands for the load ports are raised by what is lost in the mean (LoadBanks::collisions).
void raise_colliding_loads(CostedKernel &kernel, const AddressAnalysis &addresses);

} // namespace osaca
