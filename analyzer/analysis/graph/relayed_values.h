// Values that go from memory to memory through a register, unchanged.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/dependency_graph.h"

namespace osaca {

/// What is loaded from where it was just stored, and stored again as it is, may take another time from store to store
/// than what an operation uses (MemoryAccessCost::relay_cycles). Vectors: 7.4 cycles where the way through memory
/// takes 5. The second store waits for the difference. General registers: 5 in place of 6.4, if the value is only
/// stored again.
void adjust_relayed_values(const CostedKernel &kernel, DependencyGraph &graph);

} // namespace osaca
