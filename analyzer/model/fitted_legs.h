// What a cache line takes between two levels, from how long two loops take with their data behind: one that only loads,
// and one that copies (it reads two lines, one of them to overwrite it, and writes one).
#pragma once

#include "model/memory_hierarchy.h"

#include <vector>

namespace osaca {

/// Cycles per cache line of each array.
struct LoadAndCopy {
  Cycles load_cycles;
  Cycles copy_cycles;
};

/// `hierarchy` with its first `levels.size()` levels' read_cycles and write_cycles replaced. `l1`: with all data in the
/// first level. Compositions and directions are the hierarchy's; a level whose composition is not known is taken for
/// overlapped, so that a leg is never too short for what was measured.
///
/// No line takes less than nothing. Where a copy takes less than two loads, the load alone is slower for reasons of its
/// own (a single stream does not keep the level busy): a line read then takes half of the copy, and the written one is
/// hidden.
[[nodiscard]] MemoryHierarchy with_fitted_legs(MemoryHierarchy hierarchy, const LoadAndCopy &l1,
                                               const std::vector<LoadAndCopy> &levels);

} // namespace osaca
