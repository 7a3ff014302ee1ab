// The dependencies of a kernel as readers want them.
#pragma once

#include "report/report.h"

#include <vector>

namespace osaca {

/// Each edge once, in the report's order. One instruction may wait for another through several operands or flags: such
/// edges are one if they name the same register or address, and the slowest of them counts.
[[nodiscard]] std::vector<Edge> distinct_edges(const KernelReport &kernel);

} // namespace osaca
