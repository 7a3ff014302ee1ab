#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/code_supply.h"

#include <algorithm>

namespace osaca {

/// Cycles that the front end needs for one iteration: macro-ops over dispatch width, the taken branch that closes it,
/// and reading its code.
struct FrontEnd {
  Cycles macro_ops;       ///< per iteration, after fusion
  Cycles dispatch_cycles; ///< macro_ops / dispatch width; more where operations that are split have to wait for a place
  Cycles waiting;         ///< of dispatch_cycles, for the first places of a cycle: only there some can be split
  int taken_branches = 0; ///< per iteration, the one that closes it included
  Cycles branch_cycles;   ///< taken branches per iteration times the core's taken-branch interval
  Cycles read_cycles; ///< whole cycles in which the macro-ops up to each taken branch are read; 0: that takes no time
  CodeSupply code;
  [[nodiscard]] bool code_is_slowest() const {
    return std::max({dispatch_cycles, branch_cycles, read_cycles}) < code.cycles;
  }
  [[nodiscard]] bool reading_is_slowest() const {
    return !code_is_slowest() && std::max(dispatch_cycles, branch_cycles) < read_cycles;
  }
  /// With the code at the best place that it may get.
  [[nodiscard]] Cycles bound_elsewhere() const {
    return std::max({dispatch_cycles, branch_cycles, read_cycles, code.least});
  }
  [[nodiscard]] Cycles bound() const { return std::max({dispatch_cycles, branch_cycles, read_cycles, code.cycles}); }
};

[[nodiscard]] FrontEnd front_end(const CostedKernel &kernel);

} // namespace osaca
