// Loads whose bytes lie in two cache lines.
#pragma once

#include "analysis/address.h"
#include "analysis/bound_kernel.h"

namespace osaca {

/// The kernel with the demands of loads on the load ports raised by the share of iterations in which they cross a line.
/// Where a pointer itself points to is not known: it is taken to be aligned to a line, and an index to start at a
/// multiple of one. An address that moves in an unknown way is taken not to cross.
[[nodiscard]] BoundKernel with_line_crossings(BoundKernel kernel, const AddressAnalysis &addresses);

} // namespace osaca
