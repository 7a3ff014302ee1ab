// What mispredicted branches cost: from when an iteration can begin to when its branch is executed, and from there
// until code of the right path is (a figure of the model; docs/understand/analysis.md has how it was measured).
#pragma once

#include "analysis/bounds/prediction.h"
#include "kernel/kernel.h"
#include "report/mispredictions.h"

#include <optional>
#include <vector>

namespace osaca {

/// For each instruction, when it is executed at the soonest: cycles from the beginning of an iteration whose inputs
/// from outside are ready. Empty: not a conditional branch.
[[nodiscard]] std::vector<std::optional<Cycles>> branch_waits(const Kernel &kernel, const PreparedKernel &prepared);

/// With the rate that the user told, 0 to 1; without one from the probabilities of a profile: as often as a predictor
/// is wrong that always guesses the more frequent way, min(p, 1 - p) of each branch. Of a loop around others: its own
/// branches. Empty: there is neither, or no conditional branch.
[[nodiscard]] std::optional<Mispredictions> mispredictions(const Kernel &kernel, const PreparedKernel &prepared,
                                                           std::optional<double> told_rate);

} // namespace osaca
