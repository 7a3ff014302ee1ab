#include "measure/tables/form_figures.h"

#include "base/format.h"
#include "measure/file/number_text.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {

std::string FigureRange::text() const {
  constexpr int digits = 2;
  const std::string high = decimal(high_cycles, digits);
  if (is_bound)
    return "<=" + high;
  const std::string low = decimal(low_cycles, digits);
  return low == high ? high : format_text("{}-{}", low, high);
}

bool agree(const FigureRange &a, const FigureRange &b, const Tolerance &tolerance) {
  const double a_low = a.is_bound ? 0 : a.low_cycles;
  const double b_low = b.is_bound ? 0 : b.low_cycles;
  const double apart = std::max({0.0, a_low - b.high_cycles, b_low - a.high_cycles});
  // Figures have three decimals; a difference that equals the tolerance is accepted.
  constexpr double rounding = 1e-6;
  return apart <= tolerance.cycles + rounding ||
         apart <= tolerance.part * std::max(a.high_cycles, b.high_cycles) + rounding;
}

FigureRange joined(const FigureRange &a, const FigureRange &b) {
  return {std::min(a.low_cycles, b.low_cycles), std::max(a.high_cycles, b.high_cycles), a.is_bound || b.is_bound,
          a.is_split || b.is_split};
}

namespace {

/// A file may contain anything.
bool is_plausible(double cycles) { return std::abs(cycles) < 1e6; }

FigureRange figure_of(double cycles, double spread) {
  const double half = std::clamp(spread, 0.0, 2.0) / 2 * cycles;
  return {cycles - half, cycles + half, false, false};
}

} // namespace

FormFigures figures_of(const MeasuredForm &form) {
  FormFigures made;
  for (const MeasuredThroughput &one : form.throughput) {
    if (one.is_unstable || !is_plausible(one.cycles))
      continue;
    FigureRange figure = figure_of(one.cycles, one.spread);
    figure.is_bound = one.is_bound || !one.with.empty();
    made.throughput = made.throughput ? joined(*made.throughput, figure) : figure;
  }
  for (const MeasuredLatency &one : form.latencies) {
    if (one.is_unstable || !is_plausible(one.cycles))
      continue;
    FigureRange figure = figure_of(one.cycles, one.spread);
    figure.is_bound = one.is_bound;
    figure.is_split = one.is_split;
    const auto [place, is_new] = made.latencies.emplace(OperandPairName{one.from, one.to}, figure);
    if (!is_new)
      place->second = joined(place->second, figure);
  }
  return made;
}

} // namespace osaca::measure
