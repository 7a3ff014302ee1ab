// Which levels of the memory system can be stressed here, by data of which size.
#pragma once

#include "measure/harness/level_footprints.h"
#include "measure/harness/machine_memory.h"

#include <string>
#include <vector>

namespace osaca::measure {

struct LeftOutLevel {
  std::string level;
  std::string reason;
};

struct StressedLevels {
  std::vector<memory::Footprint> levels; ///< caches, from the nearest on, then memory
  std::vector<LeftOutLevel> left_out;
};

/// Data sizes by the rule of `osaca measure memory`. `measured`: caches as somebody measured them; they are believed
/// before what the system says.
[[nodiscard]] StressedLevels stressed_levels(const memory::MachineMemory &machine,
                                             const std::vector<memory::KnownCache> &measured);

} // namespace osaca::measure
