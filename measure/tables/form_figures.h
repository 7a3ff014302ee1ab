// Throughput and latencies of one instruction form, wherever they come from, in a shape in which they can be compared.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace osaca::measure {

/// A figure and how far it is known: between two values.
struct FigureRange {
  double low_cycles = 0;
  double high_cycles = 0;
  bool is_bound = false; ///< `high_cycles` or less
  bool is_split = false; ///< only its sum with another was measured

  [[nodiscard]] static FigureRange exact(double cycles) { return {cycles, cycles, false, false}; }
  /// "3.00", "3.00-4.10", "<=3.00"
  [[nodiscard]] std::string text() const;
};

/// How much two figures may differ: by a part of the larger one, or by this many cycles.
struct Tolerance {
  double part = 0.1;
  double cycles = 0.1;
};

[[nodiscard]] bool agree(const FigureRange &a, const FigureRange &b, const Tolerance &tolerance);

/// Both together: what holds if the figure depends on values that the other side does not tell.
[[nodiscard]] FigureRange joined(const FigureRange &a, const FigureRange &b);

/// (from, to) as in measurement files: "1", "1.base"
using OperandPairName = std::pair<std::string, std::string>;

struct FormFigures {
  std::optional<FigureRange> throughput;
  std::map<OperandPairName, FigureRange> latencies;
};

} // namespace osaca::measure
