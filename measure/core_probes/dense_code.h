// What timings of pieces of 64 bytes with more and more instructions say.
#pragma once

#include "measure/core_probes/finding.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

struct DensityLimit {
  int kept_ops = 0;        ///< macro-ops of 64 bytes that are still dispatched at full width; 0: any number
  int bytes_per_cycle = 0; ///< of code with more
};

struct DensityAnswer {
  std::optional<DensityLimit> limit; ///< empty: not clear
  std::string text;                  ///< how, or why not
};

/// From cycles by the number of instructions in 64 bytes.
[[nodiscard]] DensityAnswer density_limit(const std::vector<CurvePoint> &points);

} // namespace osaca::measure::core_probes
