// Memory of a chosen size for a loop that goes over arrays: a run goes from their beginnings to their ends.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/timed_process.h"

#include <cstdint>
#include <vector>

namespace osaca::measure {

struct LoopData {
  LoopSetup setup; ///< the shorter run goes over the first half of what the longer one goes over
  std::vector<MemoryRegion> regions;
  std::int64_t bytes = 0; ///< of all arrays together, as the longer run goes over them
};

/// `bytes`: wanted. Error: the loop goes through memory in another way (a list, indices that are loaded, words that lead to
/// other memory), or how it ends could not be worked out.
[[nodiscard]] Expected<LoopData> data_for(const Kernel &loop, std::int64_t bytes);

} // namespace osaca::measure
