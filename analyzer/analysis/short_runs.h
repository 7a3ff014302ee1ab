// Loops that always run for the same small number of iterations (loops/counted_loops.h).
//
// A loop-carried chain ends with its run. While the core still executes it, it already executes the code after the loop
// and the next run. For example, ten rounds of AES take 30 cycles in a row, but rounds of several blocks overlap. The
// loop is therefore also predicted as a part of the loop around it: an iteration of the outer loop, divided by the
// iterations of a run. This includes the other instructions of the outer loop. If the outer loop contains several
// loops, each gets a part of this time, in proportion to the instructions that it executes.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/prediction.h"
#include "kernel/kernel.h"
#include "report/loop_figures.h"

#include <variant>

namespace osaca {

/// A prediction for short runs, and what the prediction for long runs was.
struct ShortRunPrediction {
  Prediction prediction;
  ShortRuns runs;
};

/// Nothing: the loop has no short runs, they are no faster than a long one, or the time of the code around it is
/// unknown. An example: the code does not show how many iterations a run has.
using AboutShortRuns = std::variant<std::monostate, ShortRunPrediction, ExampleOfShortRuns>;

/// `in_long_runs` is the prediction for the loop by itself.
[[nodiscard]] AboutShortRuns predict_short_runs(const Kernel &kernel, FormCosts &costs,
                                                const PredictionOptions &options, const Prediction &in_long_runs);

} // namespace osaca
