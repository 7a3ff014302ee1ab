// Workloads that need no counters of the processor: so many fresh pages are so many faults, and computing is none.
#pragma once

#include "measure/counters/count_matrix.h"

namespace osaca::measure {

/// 100, 1,000 and 4,000 pages, and one that only computes.
[[nodiscard]] std::vector<StressRun> page_stress();
[[nodiscard]] std::unique_ptr<Workload> idle_workload();

} // namespace osaca::measure
