// The time from the arguments of a function to its results.
#pragma once

#include "analysis/bounds/prediction.h"
#include "report/called_function.h"

#include <vector>

namespace osaca {

/// For a kernel that is a whole function: the result registers of the calling convention that it writes, and the time
/// from the arguments to each of them, from all together and from each one alone. Values that depend on no argument,
/// such as constants in memory, are assumed to be available before the arguments. If a result depends on no argument,
/// its time counts from the beginning of the call.
///
/// If the core is simulated, the time is that of a call in a chain of calls, each of which takes the result of the one
/// before as its argument. `cycles_per_call`: the prediction for calls that do not depend on each other.
[[nodiscard]] std::vector<ResultLatency> result_latencies(const Kernel &kernel, const PreparedKernel &prepared,
                                                          const PredictionOptions &options, Cycles cycles_per_call);

} // namespace osaca
