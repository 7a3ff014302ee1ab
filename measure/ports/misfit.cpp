#include "measure/ports/misfit.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

// Of figures whose runs agree, as a part. Uops are spread better in long code than in the short code it is compared
// with.
constexpr double faster_error = 0.03;
constexpr double slower_error = 0.025;
constexpr double unlucky_part = 0.2; // of mixes that go slower than they could ...
constexpr double unlucky_density = 0.25;
constexpr double unlucky_excess = 0.12; // ... by about this part
constexpr double wrong_part = 1e-4;     // of figures that are anything

double bell(double deviation, double sigma) { return std::exp(-0.5 * deviation * deviation / (sigma * sigma)); }

} // namespace

double misfit(const Prediction &predicted, const MixFigure &figure) {
  if (!figure.is_reliable || figure.cycles <= 0)
    return 0;
  const double floor = std::max(predicted.cycles, figure.chain_cycles);
  if (floor <= 0)
    return 0;
  const double ratio = std::log(figure.cycles / floor);
  if (ratio < 0)
    return -std::log((1 - wrong_part) * bell(ratio, std::hypot(faster_error, figure.spread)) + wrong_part);
  const double excess = std::max(0.0, ratio - predicted.slack);
  const double lucky = (1 - unlucky_part) * bell(excess, std::hypot(slower_error, figure.spread));
  const double unlucky = unlucky_part * unlucky_density * std::exp(-excess / unlucky_excess);
  return -std::log(lucky + unlucky + wrong_part) + std::log(1 - unlucky_part + unlucky_part * unlucky_density);
}

double confidence_of_gap(double behind) { return 1 / (1 + std::exp(-behind)); }

} // namespace osaca::measure
