// How badly a figure contradicts what was predicted for it.
//
// In units of -log(probability), so that the misfits of several figures add up, and hypotheses are compared by their
// sums. A single figure never decides: what contradicts a hypothesis by any amount costs it a limited weight, because
// any figure may be wrong. Being slower than predicted is cheap, since schedulers bind uops to pipes before they know
// the optimum and some mixes always go slower; nothing goes faster than its pipes.
#pragma once

#include "measure/ports/mix.h"

namespace osaca::measure {

struct Prediction {
  double cycles = 0;
  double slack = 0; ///< log of how much slower such code regularly is: pipes that never quite fill
};

[[nodiscard]] double misfit(const Prediction &predicted, const MixFigure &figure);

/// Predictions in this ratio or more are told apart by one figure.
constexpr double telling_ratio = 1.1;

/// Cycles of so many instructions if nothing but dispatch limits them; real code does not quite fill it either.
constexpr double dispatch_slack = 0.07;

/// What a hypothesis that lies `behind` the best one may still be worth, from zero to one.
[[nodiscard]] double confidence_of_gap(double behind);

} // namespace osaca::measure
