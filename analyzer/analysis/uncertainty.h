// How certain a prediction is: how much faster or slower the loop may be because of effects that cannot be predicted,
// and how accurate predictions for this core were in measurements.
#pragma once

#include "analysis/predicted_loop.h"
#include "report/report.h"

#include <optional>

namespace osaca {

/// Each effect is considered separately, and the range covers all of them. Effects that change the prediction by less
/// than 5 % are ignored. Empty: nothing is uncertain, the prediction is only a lower bound, or it is for data beyond
/// the first-level cache. `report` already contains the prediction and the placement. If the core renames some of the
/// loads only in some runs, the loop is predicted once more.
[[nodiscard]] std::optional<Uncertainty> uncertainty(const PredictedLoop &predicted, const KernelReport &report);

/// The accuracy in the measurements that the model lists for this kind of code.
[[nodiscard]] std::optional<Confidence> confidence(const Kernel &kernel, const MachineModel &model);

} // namespace osaca
