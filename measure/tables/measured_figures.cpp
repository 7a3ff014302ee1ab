#include "measure/tables/measured_figures.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

/// A file may say anything.
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
