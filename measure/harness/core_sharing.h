// Whether the core is ours alone: other CPUs may be threads of it, and so may those of another guest. The clock chain
// does not show it: only code that fills the core gets slower when the other thread is busy, so that figures come out
// too high without any sign of it.
#pragma once

#include "measure/harness/benchmark_timer.h"

#include <optional>
#include <string>

namespace osaca::measure {

struct CoreSharing {
  double quiet_rate = 0;       ///< instructions per cycle of code that fills the core, as the machine is
  double beside_rate = 0;      ///< while all other CPUs are kept busy; 0: there are none
  double no_ops_per_cycle = 0; ///< as the machine is
};

/// Keeps all other CPUs busy for a fraction of a second. Empty: it could not be measured.
[[nodiscard]] std::optional<CoreSharing> test_core_sharing(BenchmarkTimer &timer);

/// What to tell the user; empty: nothing. `known_no_ops_per_cycle`: of this core when it is free; 0: not known.
[[nodiscard]] std::string sharing_warning(const CoreSharing &found, double known_no_ops_per_cycle);

} // namespace osaca::measure
