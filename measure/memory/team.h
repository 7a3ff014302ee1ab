// Several processes that do the same at the same time, each on a CPU of its own.
#pragma once

#include "base/expected.h"
#include "measure/memory/walk.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::memory {

struct TeamFigure {
  double gb_per_s = 0; ///< of all together: lines of arrays that were gone through while all of them were at it
  double stolen_share = 0;
  std::string problem; ///< empty: it was measured
};

/// Each member walks over memory of its own, first without a clock; all begin at the same moment and go on until the
/// time is over.
[[nodiscard]] TeamFigure team_rate(const Walk &walk, const std::vector<int> &cpus, double seconds);

/// Nanoseconds per load of a chase on the first CPU, while the others walk.
struct LoadedLatency {
  double ns = 0;
  double gb_per_s = 0; ///< of the others, by lines of an array
  std::string problem;
};
[[nodiscard]] LoadedLatency loaded_latency(const Walk &chase, const Walk &load, const std::vector<int> &cpus,
                                           double seconds);

/// A line that two CPUs write in turns: nanoseconds from one to the other. Empty: it was not measured.
[[nodiscard]] std::optional<double> hand_over_ns(int one, int other);

} // namespace osaca::measure::memory
