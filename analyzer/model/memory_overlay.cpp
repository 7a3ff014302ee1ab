#include "model/memory_overlay.h"

#include <algorithm>
#include <utility>

namespace osaca {
namespace {

/// Memory itself has no size.
bool is_nearer(const MemoryLevel &a, const MemoryLevel &b) {
  return a.bytes != 0 && (b.bytes == 0 || a.bytes < b.bytes);
}

const MemoryLevel *find_level(const MemoryHierarchy &memory, const std::string &name) {
  const auto found = std::ranges::find_if(memory.levels, [&](const MemoryLevel &level) { return level.name == name; });
  return found == memory.levels.end() ? nullptr : &*found;
}

} // namespace

MemoryHierarchy overlaid(const std::optional<MemoryHierarchy> &core, const MemoryHierarchy &overlay) {
  MemoryHierarchy merged = overlay;
  if (!core)
    return merged;
  for (MemoryLevel &level : merged.levels)
    if (const MemoryLevel *of_core = find_level(*core, level.name); of_core != nullptr && level.line_banks == 0)
      level.line_banks = of_core->line_banks;
  for (const MemoryLevel &level : core->levels)
    if (find_level(overlay, level.name) == nullptr)
      merged.levels.push_back(level);
  std::ranges::stable_sort(merged.levels, is_nearer);
  if (merged.l1_ways == 0 && merged.l1_bytes == core->l1_bytes)
    merged.l1_ways = core->l1_ways;
  merged.revisits_transfer = overlay.revisits_transfer || core->revisits_transfer;
  if (merged.streaming_store_cycles.is_zero())
    merged.streaming_store_cycles = core->streaming_store_cycles;
  if (merged.clock_mhz == 0)
    merged.clock_mhz = core->clock_mhz;
  if (!merged.domain)
    merged.domain = core->domain;
  return merged;
}

} // namespace osaca
