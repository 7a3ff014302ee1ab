// Workloads that are walks by name only, on a machine whose latencies are known.
#pragma once

#include "unit/counters/simulated_pmu.h"
#include "unit/memory_probes/simulated_memory.h"

#include "measure/counters/walks/memory_stress.h"

namespace osaca::measure {

constexpr double lines_of_walk = 1e6;

inline Expected<StressRun> named_walk(const std::string &name, const memory::Walk &) {
  StressWorkload facts;
  facts.name = name;
  facts.units = lines_of_walk;
  return StressRun{facts, std::make_unique<NamedWorkload>(name)};
}

/// L3 takes 53 cycles, as in the paper.
struct MemoryOfPaper : memory::test::SimulatedMemory {
  MemoryOfPaper() {
    levels[1].latency = 12;
    levels[2].latency = 53;
    levels[3].latency = 200;
  }
};

inline StressedLevels four_levels() {
  StressedLevels levels;
  levels.levels = {{"L1", 24 << 10, ""}, {"L2", 300 << 10, ""}, {"L3", 16 << 20, ""}, {"MEM", 1 << 30, ""}};
  return levels;
}

inline MachineStress simulated_stress() {
  MemoryOfPaper memory;
  MemoryStress walks = memory_stress(four_levels(), memory, named_walk);
  MachineStress stress;
  stress.runs = std::move(walks.runs);
  stress.runs.push_back({{"computing", "", "", lines_of_walk}, std::make_unique<NamedWorkload>("computing")});
  stress.chases = std::move(walks.chases);
  stress.idle = std::make_unique<NamedWorkload>("nothing");
  return stress;
}

} // namespace osaca::measure
