// Which of several chains between the same operands are worth measuring, and which figure counts.
#pragma once

#include "measure/harness/benchmark.h"

#include <optional>
#include <vector>

namespace osaca::measure {

/// What one chain gave, without its helpers.
struct WayFigure {
  int reading = 0;
  int restorer = 0;
  double cycles = 0;
};

/// Vectors are put back by operations of one kind, and where that might be late by those of another: until two agree,
/// or nothing can be quicker. `own_cycles`: of chains of the form alone.
[[nodiscard]] bool may_be_quicker(const LatencyChain &next, const std::vector<WayFigure> &so_far,
                                  std::optional<double> own_cycles);

/// Of one reading the quickest, since everything that gets in the way makes chains longer; of all readings the slowest
/// of these, since others may read what the instruction leaves alone. Null: there are none.
[[nodiscard]] const WayFigure *counting_way(const std::vector<WayFigure> &all);

} // namespace osaca::measure
