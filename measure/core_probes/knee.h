// Where a curve changes: between two levels at once (something is full), or from a plateau upwards.
#pragma once

#include "measure/core_probes/finding.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

/// The curve at one place; empty ends the search.
using Sampler = std::function<std::optional<double>(int)>;

struct Knee {
  int last_before = 0; ///< the largest x on the lower side
  double low = 0;      ///< levels next to it
  double high = 0;
};

struct KneeSearch {
  std::vector<CurvePoint> points; ///< all that were sampled, by x
  std::optional<Knee> knee;
  std::string why_not; ///< if there is none
};

struct Grid {
  int first = 0;
  int last = 0;
  int step = 1;
};

/// The one place where the curve jumps and stays up. The curve may rise slowly besides; single disturbed points, which
/// are too high, are sampled again.
[[nodiscard]] KneeSearch find_step(const Sampler &sample, const Grid &grid);

/// The end of the plateau that the curve begins with: the largest x at which it is not more than `tolerance` (a part)
/// above. `grid` ascends; the end is then searched between its points, to one in a hundred.
[[nodiscard]] KneeSearch find_rise(const Sampler &sample, const std::vector<int> &grid, double tolerance);

} // namespace osaca::measure::core_probes
