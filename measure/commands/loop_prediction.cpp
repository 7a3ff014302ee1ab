#include "measure/commands/loop_prediction.h"

namespace osaca::measure {

const KernelReport *prediction_of(const Kernel &loop, const Expected<Report> &report) {
  if (report)
    for (const KernelReport &kernel : report->kernels)
      if (kernel.name == loop.name && kernel.input.line == loop.input.line && kernel.path == loop.path.branches)
        return &kernel;
  return nullptr;
}

LongRun in_long_run(const KernelReport &prediction) {
  if (const auto &runs = prediction.short_runs)
    return {runs->long_cycles.to_double(), runs->long_bound};
  return {prediction.cycles_per_iteration.to_double(), prediction.bound_by};
}

} // namespace osaca::measure
