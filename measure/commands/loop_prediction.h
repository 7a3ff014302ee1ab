// The prediction that belongs to a measured loop.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "report/report.h"

namespace osaca::measure {

/// The prediction for this path of this loop in the report on the same text; null: there is none.
[[nodiscard]] const KernelReport *prediction_of(const Kernel &loop, const Expected<Report> &report);

/// A loop is measured by itself, in runs of thousands of iterations. In its program it may always run for a few
/// iterations, for which reports predict another time.
struct LongRun {
  double cycles = 0; ///< per iteration
  BoundKind bound_by = BoundKind::ports;
};
[[nodiscard]] LongRun in_long_run(const KernelReport &prediction);

} // namespace osaca::measure
