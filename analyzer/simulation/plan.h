// What does not change while a program is simulated: who waits for whom, and what each uop asks of the schedulers.
//
// Uops of all iterations are numbered in program order; whom a uop waits for is so many numbers before it, in every
// iteration.
#pragma once

#include "simulation/program.h"
#include "simulation/schedulers.h"

#include <span>
#include <vector>

namespace osaca {

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
