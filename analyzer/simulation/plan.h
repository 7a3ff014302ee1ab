// What does not change while a program is simulated: who waits for whom, and what each uop asks of the schedulers.
#pragma once

#include "simulation/program.h"
#include "simulation/schedulers.h"

#include <vector>

namespace osaca {

struct SimulationPlan {
  struct User {
    int uop = 0;
    int distance = 0; ///< iterations
    int offset_ticks = 0;
  };
  std::vector<std::vector<User>> users; ///< by uop: who waits for it
  std::vector<int> macro_of;            ///< by uop
  std::vector<SchedulerDemand> demands; ///< by uop
};

[[nodiscard]] SimulationPlan plan_simulation(const SimulatedProgram &program, const Schedulers &schedulers);

} // namespace osaca
