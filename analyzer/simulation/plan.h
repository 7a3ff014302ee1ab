// What does not change while a program is simulated: the core's limits, for how long it is simulated, and who waits for
// whom.
#pragma once

#include "model/machine_model.h"
#include "simulation/schedulers.h"
#include "simulation/simulation.h"

#include <span>
#include <vector>

namespace osaca {

// How much the parts of a core hold and let through, and for how long a loop is simulated.

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

// What does not change while a program is simulated: who waits for whom, and what each uop asks of the schedulers.
//
// Uops of all iterations are numbered in program order; whom a uop waits for is so many numbers before it, in every
// iteration.

struct SimulationPlan {
  /// Between a uop and one that waits for it.
  struct Link {
    int distance = 0; ///< in uops: an iteration's uops for each iteration between them
    int offset_ticks = 0;
  };
  /// The links of each uop of an iteration, one after the other.
  struct Links {
    std::vector<Link> all;
    std::vector<int> first; ///< by uop, and one more for the end

    [[nodiscard]] std::span<const Link> of(int uop) const {
      const auto u = static_cast<std::size_t>(uop);
      return {all.data() + first[u], all.data() + first[u + 1]};
    }
  };
  Links inputs;                          ///< for whom a uop waits
  Links users;                           ///< who waits for it, the nearest first
  std::vector<SchedulerDemand> demands;  ///< by uop
  std::vector<int> longest_offset_ticks; ///< by uop: after so long nobody waits for it any more
  int longest_distance = 0;              ///< of all links, in uops
};

[[nodiscard]] SimulationPlan plan_simulation(const SimulatedProgram &program, const Schedulers &schedulers);

} // namespace osaca
