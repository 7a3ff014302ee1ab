// How many pipes two forms with one uop each have in common.
//
// Schedulers bind uops to pipes before they know the optimum; in some mixes that goes wrong again and again, and the
// mix takes up to a third longer than it could. Nothing goes faster than it could. So a number of shared pipes that
// would make any mix slower than it is is excluded for good; one that would make it faster only if no mix that would
// show it shows it.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/pipe_assignment.h"

#include <optional>

namespace osaca::measure {

struct SingleUop {
  int form = 0;
  int pipes = 1;
};

struct PairRelation {
  bool is_measured = false;          ///< false: no mix of the two gave a reliable figure
  std::optional<SharedPipes> shared; ///< empty: no number of shared pipes explains what their mixes take
};

[[nodiscard]] PairRelation pair_relation(MixLog &log, const SingleUop &a, const SingleUop &b,
                                         const MixTolerance &tolerance, double dispatch_width);

} // namespace osaca::measure
