// Updates of a table at places that the data decide, as a histogram makes them: load, change, store back.
//
// The prediction takes the places of neighbouring iterations for different ones. Where they are the same, each load
// waits for the store before it.
#pragma once

#include "analysis/findings/findings.h"

#include <vector>

namespace osaca {

struct ScatteredUpdate {
  const MemoryAccess *load = nullptr; ///< of the analysis of addresses
  const MemoryAccess *store = nullptr;
  Cycles cycles; ///< from one turn to the next of a chain of such updates, where the place is always the same
};

[[nodiscard]] std::vector<ScatteredUpdate> scattered_updates(const KernelFacts &facts);

} // namespace osaca
