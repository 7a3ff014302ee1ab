// The prediction that belongs to a measured loop.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "report/report.h"

namespace osaca::measure {

/// The prediction for this path of this loop in the report on the same text; null: there is none.
[[nodiscard]] const KernelReport *prediction_of(const Kernel &loop, const Expected<Report> &report);

} // namespace osaca::measure
