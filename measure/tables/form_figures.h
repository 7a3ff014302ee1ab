// Throughput and latencies of one instruction form from any source, in a form in which they can be compared.
#pragma once

#include "measure/file/measurement.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace osaca::measure {

/// A figure with its uncertainty: a range of values.
struct FigureRange {
  double low_cycles = 0;
  double high_cycles = 0;
  bool is_bound = false; ///< an upper bound: `high_cycles` or less
  bool is_split = false; ///< only the sum with another figure was measured

  [[nodiscard]] static FigureRange exact(double cycles) { return {cycles, cycles, false, false}; }
  /// "3.00", "3.00-4.10", "<=3.00"
  [[nodiscard]] std::string text() const;
};

/// How much two figures may differ: by a fraction of the larger one, or by a number of cycles.
struct Tolerance {
  double part = 0.1;
  double cycles = 0.1;
};

[[nodiscard]] bool agree(const FigureRange &a, const FigureRange &b, const Tolerance &tolerance);

/// The union of both ranges, for a figure that depends on values which the other source does not distinguish.
[[nodiscard]] FigureRange joined(const FigureRange &a, const FigureRange &b);

/// (from, to) as in measurement files: "1", "1.base"
using OperandPairName = std::pair<std::string, std::string>;

struct FormFigures {
  std::optional<FigureRange> throughput;
  std::map<OperandPairName, FigureRange> latencies;
};

/// Figures that depend on operand values become ranges. Unstable figures are left out.
[[nodiscard]] FormFigures figures_of(const MeasuredForm &form);

} // namespace osaca::measure
