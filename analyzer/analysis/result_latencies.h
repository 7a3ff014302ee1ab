// The time from the arguments of a function to its results.
#pragma once

#include "analysis/bounds/prediction.h"
#include "report/called_function.h"

#include <vector>

namespace osaca {

/// Of a kernel that is a whole function: its result registers by the calling convention, as far as it writes them, and
/// the time from the arguments to each. Values that depend on no argument, such as constants in memory, are ready
/// before the arguments are. A result that depends on no argument counts from the beginning of the call.
[[nodiscard]] std::vector<ResultLatency> result_latencies(const Kernel &kernel, const PreparedKernel &prepared);

} // namespace osaca
