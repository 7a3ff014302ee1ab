#include "model/fitted_legs.h"

#include <algorithm>
#include <cstddef>

namespace osaca {
namespace {

void fit(MemoryLevel &level, const LoadAndCopy &legs) {
  level.read_cycles = std::min(legs.load_cycles, legs.copy_cycles / Cycles(2));
  const Cycles beyond_reading = legs.copy_cycles - Cycles(2) * level.read_cycles;
  if (!level.full_duplex)
    level.write_cycles = beyond_reading;
  else // of two directions the longer shows: if that is not the reading, it is the writing
    level.write_cycles = beyond_reading > Cycles(0) ? legs.copy_cycles : level.read_cycles;
}

Cycles copy_leg(const MemoryLevel &level) {
  const Cycles reading = Cycles(2) * level.read_cycles;
  return level.full_duplex ? std::max(reading, level.write_cycles) : reading + level.write_cycles;
}

} // namespace

MemoryHierarchy with_fitted_legs(MemoryHierarchy hierarchy, const LoadAndCopy &l1,
                                 const std::vector<LoadAndCopy> &levels) {
  LoadAndCopy before; // what is serial and nearer to the core
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
