// Jumps that do not go the way of a path by themselves, and conditions with which they would.
#pragma once

#include "kernel/kernel.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/step_trace.h"

#include <vector>

namespace osaca::measure {

struct JumpDirections {
  DirectedJumps directed;
  std::size_t undirected = 0; ///< jumps that no condition would lead the path's way in each lap
};

/// `steps`: of so many laps through the loop, in which each jump was passed over as if it went the path's way. Which
/// way it goes in the last lap does not matter: that is where the loop may end.
[[nodiscard]] JumpDirections jump_directions(const Kernel &loop, const std::vector<Step> &steps);

} // namespace osaca::measure
