// How long a load takes that waits for the one before it, by how much data the loop goes through.
#pragma once

#include "model/memory_hierarchy.h"

#include <cstdint>
#include <optional>

namespace osaca {

/// Of a load from hierarchy.levels[level]; 0: not known. Places beyond the reach of the TLB take longer, if the model
/// says how long. `bytes`: of all data, if that is known; otherwise data in a cache are taken to be as many as lie
/// halfway, in ratio, between the size of the cache before it and its own.
[[nodiscard]] Cycles level_latency(const MemoryHierarchy &hierarchy, std::size_t level,
                                   std::optional<std::int64_t> bytes);

} // namespace osaca
