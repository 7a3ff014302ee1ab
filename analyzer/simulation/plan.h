// What does not change while a program is simulated: who waits for whom, and which uops enter a scheduler together.
#pragma once

#include "simulation/program.h"
#include "simulation/schedulers.h"

#include <vector>

namespace osaca {

/// Uops of a macro-op that one scheduler has all ports for enter it together.
struct UopGroup {
  SchedulerDemand demand;
  std::vector<int> uops;
};

struct SimulationPlan {
  struct User {
    int uop = 0;
    int distance = 0; ///< iterations
    int offset_ticks = 0;
  };
  std::vector<std::vector<User>> users; ///< by uop: who waits for it
  std::vector<int> macro_of;            ///< by uop
  std::vector<UopGroup> groups;         ///< of all macro-ops, one after the other
  std::vector<int> group_of;            ///< by uop
  std::vector<int> first_group;         ///< by macro-op, and the end
};

[[nodiscard]] SimulationPlan plan_simulation(const SimulatedProgram &program, const Schedulers &schedulers);

} // namespace osaca
