// A loop whose prediction is known, as input for steps that predict a variant of it.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/prediction.h"
#include "report/report.h"

namespace osaca {

/// A kernel on a core, with its prediction and the data that it was computed from. All references must outlive the
/// call.
struct PredictedLoop {
  const Kernel &kernel;
  FormCosts &costs;
  const PreparedKernel &prepared;
  const Prediction &prediction;
  const PredictionOptions &options;
};

/// Whether the prediction includes all costs of the loop, and is for data in the first-level cache. The place of the
/// data is part of `report` already. An outer loop spends its time in its inner loops, which have their own
/// predictions.
[[nodiscard]] inline bool is_whole_time_in_core(const PredictedLoop &predicted, const KernelReport &report) {
  return report.complete && report.bound_by != BoundKind::memory && !predicted.kernel.encloses_loops;
}

/// Smaller differences are within the error of a prediction.
[[nodiscard]] inline bool is_clearly_less(const Cycles &a, const Cycles &b) { return a * Cycles(21, 20) < b; }

} // namespace osaca
