// All analyses of one kernel on one core, put together into a report.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "report/data_place.h"
#include "report/report.h"

#include <optional>

namespace osaca {

struct KernelAnalysisOptions {
  bool equal_port_split = false; ///< OSACA's --fixed instead of the optimum
  bool flag_dependencies = true;
  bool simulate = true;               ///< where the model knows how; false: the largest bound is the prediction
  bool ignore_unknown = false;        ///< instructions without figures are not reported as findings; they stay marked
  int timeline_iterations = 0;        ///< of the simulation, for KernelReport::timeline
  bool notes_missing_timeline = true; ///< says why there is none
  bool memory = true;                 ///< where the model knows what lies behind the first-level cache
  std::optional<double> mispredicted = {}; ///< this part of the conditional branches, 0 to 1; empty: nobody said
  DataPlace data = {};                     ///< where the loop's data are
};

/// The prediction (prediction.h) and its explanation. `costs` remembers the forms for the next kernel on the same core.
[[nodiscard]] KernelReport analyze_kernel(const Kernel &kernel, FormCosts &costs, const KernelAnalysisOptions &options);
/// `compiler_index`: see FormCosts.
[[nodiscard]] KernelReport analyze_kernel(const Kernel &kernel, const MachineModel &model, int compiler_index,
                                          const KernelAnalysisOptions &options);

} // namespace osaca
