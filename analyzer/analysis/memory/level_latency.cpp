#include "analysis/memory/level_latency.h"

#include <cmath>

namespace osaca {
namespace {

bool is_beyond_tlb(const MemoryHierarchy &hierarchy, std::size_t level, std::optional<std::int64_t> bytes) {
  if (hierarchy.tlb_reach_bytes == 0)
    return false;
  if (bytes)
    return *bytes > hierarchy.tlb_reach_bytes;
  const int own = hierarchy.levels[level].bytes;
  const int before = level == 0 ? hierarchy.l1_bytes : hierarchy.levels[level - 1].bytes;
  return own == 0 || std::sqrt(static_cast<double>(before) * static_cast<double>(own)) > hierarchy.tlb_reach_bytes;
}

} // namespace

Cycles level_latency(const MemoryHierarchy &hierarchy, std::size_t level, std::optional<std::int64_t> bytes) {
  const MemoryLevel &from = hierarchy.levels[level];
  return !from.far_latency_cycles.is_zero() && is_beyond_tlb(hierarchy, level, bytes) ? from.far_latency_cycles
                                                                                      : from.latency_cycles;
}

} // namespace osaca
