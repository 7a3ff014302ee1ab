// The data that does not change during a simulation: the core's limits, the length of the simulation, and the
// dependencies between uops.
#pragma once

#include "model/machine_model.h"
#include "simulation/schedulers.h"
#include "simulation/simulation.h"

#include <span>
#include <vector>

namespace osaca {

// Limits of a core, and how long a loop is simulated.

constexpr int most_macro_ops = 2000; ///< in an iteration

/// Results that prevent an operation of one cycle from ending on the same port in the same cycle.
struct ResultConflicts {
  int latency = 0;             ///< of operations whose results do so; 0: there are none
  int longest_wait = no_limit; ///< after this number of cycles, no other uop begins there before the operation
  int longest_wait_for_vectors = no_limit; ///< the same for results that vector operations write through the port
  static constexpr int no_limit = 1024;
};

struct CoreLimits {
  explicit CoreLimits(const Core &core);

  int width_ticks = 0; ///< dispatch width per cycle
  /// The last position in a cycle at which a split macro-op can begin. To compute the position, each earlier split
  /// macro-op counts as one.
  int early_ticks = 0;
  int splits_ticks = 0; ///< the number of macro-ops that can be split in a cycle, in ticks
  int reorder_entries = most_macro_ops;
  int retire_width = most_macro_ops;
  int taken_branch_ticks = 0; ///< per taken branch, in the front end
  int run_end_ticks = 0;      ///< per end of a run, in the front end
  ResultConflicts results;
  int queue_entries = 0;
  int queue_width = 0;
};

/// The length of a simulation, in iterations.
struct SimulatedTime {
  SimulatedTime(int macro_ops, const CoreLimits &core, const SimulationOptions &options);

  bool may_end_early = true; ///< the simulation ends as soon as a repetition is found
  int warm_up = 0;
  int measured = 0;       ///< after the warm-up
  int recorded_until = 0; ///< the timeline begins after the warm-up and ends here; 0: no timeline
  /// The number of all simulated iterations, including those that are in the reorder buffer when the last measured
  /// iteration retires.
  int most = 0;
};

// The dependencies between uops, and the demands of uops on schedulers.
//
// The uops of all iterations are numbered in program order. The distance from a uop to its inputs is the same in every
// iteration.

struct SimulationPlan {
  /// A dependency between two uops.
  struct Link {
    int distance = 0; ///< the difference of the two numbers
    int offset_ticks = 0;
  };
  /// The links of each uop of an iteration, in one list.
  struct Links {
    std::vector<Link> all;
    std::vector<int> first; ///< index of each uop's first link in `all`, and a last entry for the end of `all`

    [[nodiscard]] std::span<const Link> of(int uop) const {
      const auto u = static_cast<std::size_t>(uop);
      return {all.data() + first[u], all.data() + first[u + 1]};
    }
  };
  /// The end of the macro-op before a macro-op.
  struct BranchBefore {
    bool is_taken = false;
    bool ends_run = false;
  };
  Links inputs;                            ///< the uops that a uop waits for
  Links users;                             ///< the uops that wait for a uop, the nearest first
  std::vector<SchedulerDemand> demands;    ///< by uop
  std::vector<int> longest_offset_ticks;   ///< by uop: the largest offset of its users
  std::vector<BranchBefore> branch_before; ///< by macro-op
  int longest_distance = 0;                ///< the largest distance of all links
  /// How long before its producer a uop may be ready, because only its last part needs this input.
  int longest_lead_ticks = 0;
};

[[nodiscard]] SimulationPlan plan_simulation(const SimulatedProgram &program, const Schedulers &schedulers);

} // namespace osaca
