// All analyses of one kernel on one core, combined into a report.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "report/data_place.h"
#include "report/report.h"

#include <optional>

namespace osaca {

struct KernelAnalysisOptions {
  bool equal_port_split = false; ///< OSACA's --fixed, instead of the optimum
  bool flag_dependencies = true;
  bool simulate = true;        ///< if the model describes the schedulers; false: the prediction is the largest bound
  bool ignore_unknown = false; ///< instructions without figures are not reported as findings, but stay marked
  int timeline_iterations = 0; ///< of the simulation, for KernelReport::timeline
  bool notes_missing_timeline = true;      ///< explains why there is no timeline
  bool memory = true;                      ///< if the model describes the memory after the first-level cache
  std::optional<double> mispredicted = {}; ///< the share of the conditional branches that are mispredicted, 0 to 1;
                                           ///< empty: not given by the user
  double clock_ghz = 0;                    ///< of the core, for figures per second; 0: the model's, if it has one
  DataPlace data = {};                     ///< where the loop's data is
};

/// The prediction (prediction.h) and its explanation. `costs` caches the costs of instruction forms, so that later
/// kernels on the same core can use them again.
[[nodiscard]] KernelReport analyze_kernel(const Kernel &kernel, FormCosts &costs, const KernelAnalysisOptions &options);
/// `compiler_index` is described at FormCosts.
[[nodiscard]] KernelReport analyze_kernel(const Kernel &kernel, const MachineModel &model, int compiler_index,
                                          const KernelAnalysisOptions &options);

} // namespace osaca
