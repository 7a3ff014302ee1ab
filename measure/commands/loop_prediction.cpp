#include "measure/commands/loop_prediction.h"

namespace osaca::measure {

const KernelReport *prediction_of(const Kernel &loop, const Expected<Report> &report) {
  if (report)
    for (const KernelReport &kernel : report->kernels)
      if (kernel.name == loop.name && kernel.input.line == loop.input.line && kernel.path == loop.path.branches)
        return &kernel;
  return nullptr;
}

} // namespace osaca::measure
