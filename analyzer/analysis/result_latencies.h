// The time from the arguments of a function to its results.
#pragma once

#include "analysis/bounds/prediction.h"
#include "report/called_function.h"

#include <vector>

namespace osaca {

/// Of a kernel that is a whole function: its result registers by the calling convention, as far as it writes them, and
/// the time from the arguments to each, in all and one by one. Values that depend on no argument, such as constants in memory, are ready
/// before the arguments are. A result that depends on no argument counts from the beginning of the call.
/// Where simulations are done, a latency is the time of a call in a chain, in which calls take the result of the one
/// before as an argument. `cycles_per_call`: the prediction for calls that do not depend on each other.
[[nodiscard]] std::vector<ResultLatency> result_latencies(const Kernel &kernel, const PreparedKernel &prepared,
                                                          const PredictionOptions &options, Cycles cycles_per_call);

} // namespace osaca
