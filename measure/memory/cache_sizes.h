// How large the caches are: what the system says, held against where walks get slower.
#pragma once

#include "measure/harness/machine_memory.h"
#include "measure/memory/size_curve.h"

#include <string>
#include <vector>

namespace osaca::measure::memory {

struct CacheSize {
  std::string name;                ///< "L1"
  std::int64_t told_bytes = 0;     ///< 0: the system says nothing
  std::int64_t measured_bytes = 0; ///< 0: walks show none
  std::int64_t usable_bytes = 0;   ///< up to here walks stay as fast
  int ways = 0;                    ///< told; 0: not
  int shared_by = 1;
  [[nodiscard]] bool agrees() const;
  /// What to go by: what the system says, unless walks show less.
  [[nodiscard]] std::int64_t bytes() const;
};

struct SizeCurves {
  SizeCurve chase;           ///< random places over all of the memory
  SizeCurve chase_in_blocks; ///< of large sizes: few pages in use at a time
  SizeCurve read;
};

/// The caches, from the nearest on. Where nothing is told, the walks' knees are taken for caches.
[[nodiscard]] std::vector<CacheSize> cache_sizes(const std::vector<ToldCache> &told, const SizeCurves &curves);

} // namespace osaca::measure::memory
