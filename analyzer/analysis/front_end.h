#pragma once

#include "analysis/bound_kernel.h"

namespace osaca {

/// Cycles that the front end needs for one iteration: macro-ops over dispatch width, and the taken branch that closes it.
struct FrontEnd {
  Cycles macro_ops;       ///< per iteration, after fusion
  Cycles dispatch_cycles; ///< macro_ops / dispatch width
  int taken_branches = 0; ///< per iteration, the one that closes it included
  Cycles branch_cycles;   ///< taken branches per iteration times the core's taken-branch interval
  [[nodiscard]] Cycles bound() const { return dispatch_cycles < branch_cycles ? branch_cycles : dispatch_cycles; }
};

[[nodiscard]] FrontEnd front_end(const BoundKernel &kernel);

} // namespace osaca
