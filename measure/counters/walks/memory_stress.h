// The workloads that stress one level of the memory system at a time.
#pragma once

#include "measure/counters/count_machine.h"
#include "measure/counters/walks/stressed_levels.h"
#include "measure/memory/memory_bench.h"

#include <functional>

namespace osaca::measure {

struct MemoryStress {
  std::vector<StressRun> runs; ///< each level read, updated, and written past the caches
  std::vector<StressedChase> chases;
  std::vector<std::string> left_out; ///< with their reasons
};

/// A workload of a walk that moves at least so many lines; empty: it cannot be made. Tests put others in.
using MakeWalkWorkload = std::function<Expected<StressRun>(const std::string &name, const memory::Walk &walk)>;

/// In processes of their own.
[[nodiscard]] Expected<StressRun> walk_run(const std::string &name, const memory::Walk &walk);

/// `bench`: tells how long each walk takes, which no counter is asked for.
[[nodiscard]] MemoryStress memory_stress(const StressedLevels &levels, memory::MemoryBench &bench,
                                         const MakeWalkWorkload &make = walk_run);

} // namespace osaca::measure
