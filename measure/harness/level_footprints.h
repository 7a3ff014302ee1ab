// How much memory a walk covers so that its data come from one level.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure::memory {

/// A cache, from the nearest on.
struct KnownCache {
  std::string name;
  std::int64_t bytes = 0;         ///< that can be used
  std::int64_t largest_bytes = 0; ///< that anybody says it has
};

struct Footprint {
  std::string level;
  std::int64_t bytes = 0;
  std::string shortage; ///< why it is less than it should be; empty: it is not
};

/// Half of the first cache; for the others, between it and the one before it; for memory four times the largest that
/// the system or the walks speak of, or as much as there is.
[[nodiscard]] std::vector<Footprint> level_footprints(const std::vector<KnownCache> &caches, std::int64_t most_bytes);

} // namespace osaca::measure::memory
