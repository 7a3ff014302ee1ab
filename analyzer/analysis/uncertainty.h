// How certain a prediction is: how much faster or slower the loop may be because of effects that the prediction cannot
// settle, and how often predictions for this core were right.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/prediction.h"
#include "report/report.h"

#include <optional>

namespace osaca {

/// A kernel on a core, with its prediction and how that was made. All references must outlive the call.
struct PredictedLoop {
  const Kernel &kernel;
  FormCosts &costs;
  const PreparedKernel &prepared;
  const Prediction &prediction;
  const PredictionOptions &options;
};

/// Each effect is considered apart from the others; the range covers all of them. Effects that change less than 5 % are
/// ignored. Empty: nothing is uncertain, or the prediction is only a lower bound, or it is for data in a farther level
/// of the memory. `report` already contains the prediction and the placement. If the core renames some of the loads in
/// some runs only, the loop is predicted once more.
[[nodiscard]] std::optional<Uncertainty> uncertainty(const PredictedLoop &predicted, const KernelReport &report);

/// From the measurements that the model names for this kind of code.
[[nodiscard]] std::optional<Confidence> confidence(const Kernel &kernel, const MachineModel &model);

} // namespace osaca
