#include "model/memory_overlay.h"

#include <algorithm>
#include <utility>

namespace osaca {
namespace {

/// Memory itself has no size.
bool is_nearer(const MemoryLevel &a, const MemoryLevel &b) {
  return a.bytes != 0 && (b.bytes == 0 || a.bytes < b.bytes);
}

} // namespace

MemoryHierarchy overlaid(const std::optional<MemoryHierarchy> &core, const MemoryHierarchy &overlay) {
  MemoryHierarchy merged = overlay;
  if (!core)
    return merged;
  const auto is_in_overlay = [&](const MemoryLevel &level) {
    return std::any_of(overlay.levels.begin(), overlay.levels.end(), [&](const MemoryLevel &other) { return other.name == level.name; });
  };
  for (const MemoryLevel &level : core->levels)
    if (!is_in_overlay(level))
      merged.levels.push_back(level);
  std::stable_sort(merged.levels.begin(), merged.levels.end(), is_nearer);
  if (merged.l1_ways == 0 && merged.l1_bytes == core->l1_bytes)
    merged.l1_ways = core->l1_ways;
  if (merged.streaming_store_cycles.is_zero())
    merged.streaming_store_cycles = core->streaming_store_cycles;
  if (merged.clock_mhz == 0)
    merged.clock_mhz = core->clock_mhz;
  if (!merged.domain)
    merged.domain = core->domain;
  return merged;
}

} // namespace osaca
