// How a loop must begin so that it ends after so many iterations, found by trying: for loops whose end depends on more
// than a counter, or that have several exits.
#pragma once

#include "base/expected.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/rehearsal.h"

namespace osaca::measure {

/// What does not lead to the end that is wanted is told as an error. What is found was seen to iterate as often as it
/// says.
[[nodiscard]] Expected<LoopSetup> search_setup(const Kernel &loop, const LoopCode &code, const Rehearser &rehearser,
                                               int most_iterations);

} // namespace osaca::measure
