// Whether other CPUs are threads of this very core. The clock chain does not show it: only code that fills the core gets
// slower when the other thread is busy, so that figures come out too high without any sign of it.
#pragma once

#include "measure/harness/benchmark_timer.h"

#include <optional>
#include <string>

namespace osaca::measure {

struct CoreSharing {
  double quiet_rate = 0;  ///< instructions per cycle of code that fills the core, as the machine is
  double beside_rate = 0; ///< while all other CPUs are kept busy
};

/// Keeps all other CPUs busy for a fraction of a second. Empty: there are none, or it could not be measured.
[[nodiscard]] std::optional<CoreSharing> test_core_sharing(BenchmarkTimer &timer);

/// What to tell the user; empty: nothing. `expected_rate`: what a core that is known does at least with code that
/// fills it; zero: not known.
[[nodiscard]] std::string sharing_warning(const CoreSharing &found, double expected_rate);

} // namespace osaca::measure
