// The workloads that stress one level of the memory system each: which levels there are, and walks through them.
#pragma once

#include "base/expected.h"
#include "measure/counters/counted_machine.h"
#include "measure/counters/counter_source.h"
#include "measure/harness/machine_memory.h"
#include "measure/memory/probe.h"
#include "measure/memory/walk.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace osaca::measure {

// Which levels of the memory system can be stressed on this machine, and with how much data.

struct LeftOutLevel {
  std::string level;
  std::string reason;
};

struct StressedLevels {
  std::vector<memory::LevelFootprint> levels; ///< caches, from the nearest on, then memory
  std::vector<LeftOutLevel> left_out;
};

/// The sizes follow the rule of `osaca measure memory`. `measured`: caches from an earlier measurement; they take
/// precedence over what the system reports.
[[nodiscard]] StressedLevels stressed_levels(const memory::MachineMemory &machine,
                                             const std::vector<memory::KnownCache> &measured);

// A walk through memory as a workload: it moves a known number of 64-byte lines in a process of its own.

class WalkWorkload : public Workload {
public:
  /// Repeats the walk until it has moved `least_lines`. `bytes_before`: the number of bytes walked before counting
  /// begins.
  [[nodiscard]] static Expected<std::unique_ptr<WalkWorkload>> of(std::string name, const memory::Walk &walk,
                                                                  std::uint64_t least_lines, std::int64_t bytes_before);

  [[nodiscard]] std::string name() const override { return name_; }
  /// False also if the process did not move exactly lines() lines.
  [[nodiscard]] bool run(ProcessObserver &observer) override;

  /// The exact number of lines that a run moves: one per load of a chase, or the lines of one array.
  [[nodiscard]] std::uint64_t lines() const { return calls_ * steps_; }
  /// The number that the process of the last run reported.
  [[nodiscard]] std::uint64_t lines_moved() const { return moved_; }

private:
  WalkWorkload(std::string name, memory::Walk walk, std::uint64_t steps, std::uint64_t calls,
               std::uint64_t calls_before)
      : name_(std::move(name)), walk_(walk), steps_(steps), calls_(calls), calls_before_(calls_before) {}

  std::string name_;
  memory::Walk walk_;
  std::uint64_t steps_ = 0; ///< per call
  std::uint64_t calls_ = 0;
  std::uint64_t calls_before_ = 0;
  std::uint64_t moved_ = 0;
};

// The workloads that stress one level of the memory system each.

struct MemoryStress {
  std::vector<StressRun> runs; ///< for each level: reading, updating, and streaming stores
  std::vector<StressedChase> chases;
  std::vector<std::string> left_out; ///< with their reasons
};

/// A workload of a walk that moves at least the required lines; an error if it cannot be built. Tests pass another
/// function.
using MakeWalkWorkload = std::function<Expected<StressRun>(const std::string &name, const memory::Walk &walk)>;

/// The walk runs in a process of its own.
[[nodiscard]] Expected<StressRun> walk_run(const std::string &name, const memory::Walk &walk);

/// `bench` measures how long each walk takes, independently of the counters.
[[nodiscard]] MemoryStress memory_stress(const StressedLevels &levels, memory::MemoryBench &bench,
                                         const MakeWalkWorkload &make = walk_run);

} // namespace osaca::measure
