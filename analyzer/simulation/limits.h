// How much the parts of a core hold and let through, and for how long a loop is simulated.
#pragma once

#include "model/machine_model.h"
#include "simulation/simulate.h"

namespace osaca {

constexpr int most_macro_ops = 2000; ///< of an iteration

struct CoreLimits {
  explicit CoreLimits(const Core &core);

  int width_ticks = 0; ///< of dispatch, in a cycle
  int early_ticks =
      0; ///< of these the last at which a macro-op can begin that is split, those before it counted as they were
  int splits_ticks = 0; ///< how many more places splits may take in a cycle
  int reorder_entries = most_macro_ops;
  int retire_width = most_macro_ops;
  int queue_entries = 0;
  int queue_width = 0;
};

/// In iterations.
struct SimulatedTime {
  SimulatedTime(int macro_ops, const CoreLimits &core, const SimulationOptions &options);

  bool may_end_early = true; ///< as soon as it is seen to repeat itself
  int warm_up = 0;
  int measured = 0;       ///< behind the warm-up
  int recorded_until = 0; ///< the timeline begins behind the warm-up; 0: none
  int most = 0;           ///< with those that are in the reorder buffer when the last measured one retires
};

} // namespace osaca
