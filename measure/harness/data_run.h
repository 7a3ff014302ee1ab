// How a loop with data of a chosen size is timed.
#pragma once

#include "base/expected.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/loop_data.h"
#include "measure/harness/repeated.h"
#include "measure/harness/timed_process.h"

namespace osaca::measure {

constexpr std::int64_t very_slow_bytes = 128 << 20; ///< memory of this size takes long to prepare, and to go through

struct DataRun {
  TimedTask task;
  Executions executions;
};

/// `least_cycles`: of an iteration.
[[nodiscard]] Expected<DataRun> data_run(const LoopCode &code, const LoopData &data, double least_cycles);

} // namespace osaca::measure
