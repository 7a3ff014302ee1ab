#include "measure/tables/form_figures.h"

#include "measure/file/decimal.h"

#include <algorithm>

namespace osaca::measure {

std::string FigureRange::text() const {
  constexpr int digits = 2;
  const std::string high = decimal(high_cycles, digits);
  if (is_bound)
    return "<=" + high;
  const std::string low = decimal(low_cycles, digits);
  return low == high ? high : low + "-" + high;
}

bool agree(const FigureRange &a, const FigureRange &b, const Tolerance &tolerance) {
  const double a_low = a.is_bound ? 0 : a.low_cycles;
  const double b_low = b.is_bound ? 0 : b.low_cycles;
  const double apart = std::max({0.0, a_low - b.high_cycles, b_low - a.high_cycles});
  // Figures have three decimals: what is exactly at the tolerance is within it.
  constexpr double rounding = 1e-6;
  return apart <= tolerance.cycles + rounding ||
         apart <= tolerance.part * std::max(a.high_cycles, b.high_cycles) + rounding;
}

FigureRange joined(const FigureRange &a, const FigureRange &b) {
  return {std::min(a.low_cycles, b.low_cycles), std::max(a.high_cycles, b.high_cycles), a.is_bound || b.is_bound,
          a.is_split || b.is_split};
}

} // namespace osaca::measure
