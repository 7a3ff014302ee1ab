// The figures of a loop that are compared from build to build.
#pragma once

#include "base/cycles.h"
#include "report/bound_kind.h"

#include <optional>
#include <string>

namespace osaca {

struct LoopFigures {
  Cycles cycles_per_iteration;
  std::optional<int> source_iterations; ///< as in KernelReport
  BoundKind bound_by = BoundKind::ports;
  bool complete = true;
  int vector_bits = 0;         ///< of its widest packed arithmetic; 0: none
  std::string data_level = {}; ///< where somebody said that its data are, behind the first level; empty: nobody did
  bool in_order = false;       ///< the core executes in program order, which is why they are not complete
  int paths_in_mean = 1;       ///< cycles_per_iteration is the mean of so many paths through the loop

  /// Empty where that is not known.
  [[nodiscard]] std::optional<Cycles> cycles_per_source_iteration() const {
    if (source_iterations.value_or(0) < 1)
      return std::nullopt;
    return cycles_per_iteration / Cycles(*source_iterations);
  }
};

/// Cycles of two builds for the same amount of work.
struct ComparedCycles {
  Cycles before;
  Cycles after;
  bool per_source_iteration = false; ///< false: per iteration of the machine loop

  [[nodiscard]] double ratio() const;
};

[[nodiscard]] ComparedCycles compared_cycles(const LoopFigures &before, const LoopFigures &after);

} // namespace osaca
