// Values that go from memory to memory through a register, unchanged.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/dependency_graph.h"

namespace osaca {

/// What is loaded from where it was just stored, and stored again as it is, may take longer from store to store than what an
/// operation uses: 7.4 cycles where the way through memory takes 5 (MemoryAccessCost::relay_cycles). The second store waits for
/// the difference.
void delay_relayed_values(const CostedKernel &kernel, DependencyGraph &graph);

} // namespace osaca
