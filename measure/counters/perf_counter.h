// A counter of perf_event_open.
#pragma once

#include "measure/counters/counter_source.h"

#include <linux/perf_event.h>

namespace osaca::measure {

/// Counts in user space, and reports the times that show whether a count is exact.
[[nodiscard]] inline perf_event_attr attributes_of(const CounterEvent &event) {
  perf_event_attr wanted = {};
  wanted.size = sizeof wanted;
  wanted.type = event.type;
  wanted.config = event.config;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  wanted.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return wanted;
}

} // namespace osaca::measure
