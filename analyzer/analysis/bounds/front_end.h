#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/code_supply.h"

#include <algorithm>

namespace osaca {

/// Cycles that the front end needs for one iteration: macro-ops over dispatch width, the taken branch that closes it, and
/// reading its code.
struct FrontEnd {
  Cycles macro_ops;       ///< per iteration, after fusion
  Cycles dispatch_cycles; ///< macro_ops / dispatch width
  int taken_branches = 0; ///< per iteration, the one that closes it included
  Cycles branch_cycles;   ///< taken branches per iteration times the core's taken-branch interval, or the whole cycles in
                          ///< which what stands between them is read
  CodeSupply code;
  [[nodiscard]] bool code_is_slowest() const { return std::max(dispatch_cycles, branch_cycles) < code.cycles; }
  [[nodiscard]] Cycles bound() const { return std::max({dispatch_cycles, branch_cycles, code.cycles}); }
};

[[nodiscard]] FrontEnd front_end(const CostedKernel &kernel);

} // namespace osaca
