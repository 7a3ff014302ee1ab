// Sets of pipes that can be kept busy by forms with one uop, and the code that does so.
#pragma once

#include "measure/ports/class_finder.h"

#include <vector>

namespace osaca::measure {

struct BlockingSet {
  PipeSet pipes = 0;
  Mix mix; ///< keeps each of the pipes busy for one cycle
};

/// The classes' sets and all their unions within a component that leave dispatch something to do besides, the largest
/// first. Not more than 48 of a component: then only the classes' own and the component's.
[[nodiscard]] std::vector<BlockingSet> blocking_sets(const PipeAssignment &structure,
                                                     const std::vector<KnownClass> &classes, double dispatch_width);

} // namespace osaca::measure
