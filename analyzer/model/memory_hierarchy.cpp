#include "model/memory_hierarchy.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace osaca {

namespace {

/// Memory has no size.
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

namespace {

void fit(MemoryLevel &level, const LoadAndCopy &legs) {
  level.read_cycles = std::min(legs.load_cycles, legs.copy_cycles / Cycles(2));
  const Cycles beyond_reading = legs.copy_cycles - Cycles(2) * level.read_cycles;
  if (!level.full_duplex)
    level.write_cycles = beyond_reading;
  else // the longer of the two directions is visible: if it is not reading, it is writing
    level.write_cycles = beyond_reading > Cycles(0) ? legs.copy_cycles : level.read_cycles;
}

Cycles copy_leg(const MemoryLevel &level) {
  const Cycles reading = Cycles(2) * level.read_cycles;
  return level.full_duplex ? std::max(reading, level.write_cycles) : reading + level.write_cycles;
}

} // namespace

MemoryHierarchy with_fitted_legs(MemoryHierarchy hierarchy, const LoadAndCopy &l1,
                                 const std::vector<LoadAndCopy> &levels) {
  LoadAndCopy before; // the serial times nearer to the core
  if (hierarchy.l1_composition == Composition::serial)
    before = l1;
  for (std::size_t i = 0; i < std::min(levels.size(), hierarchy.levels.size()); ++i) {
    MemoryLevel &level = hierarchy.levels[i];
    if (level.composition != Composition::serial) {
      fit(level, levels[i]);
      continue;
    }
    fit(level, {std::max(Cycles(0), levels[i].load_cycles - before.load_cycles),
                std::max(Cycles(0), levels[i].copy_cycles - before.copy_cycles)});
    before.load_cycles += level.read_cycles;
    before.copy_cycles += copy_leg(level);
  }
  return hierarchy;
}

} // namespace osaca
