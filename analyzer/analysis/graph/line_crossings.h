// Loads whose bytes lie in two cache lines, and those that take a whole one.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"

namespace osaca {

/// Raises the demands of loads on the load ports by the share of iterations in which they cross a line, and by what the
/// model says of loads that move by whole lines.
/// Where a pointer itself points to is not known: it is taken to be aligned to a line, and an index to start at a
/// multiple of one. An address that moves in an unknown way is taken not to cross.
void raise_crossing_loads(CostedKernel &kernel, const AddressAnalysis &addresses);

} // namespace osaca
