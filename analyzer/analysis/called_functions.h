// The part that called functions have in the prediction of a loop.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/prediction.h"
#include "report/called_function.h"

#include <string>
#include <vector>

namespace osaca {

/// The functions that the kernel calls, in the order of their first calls. `cycles` is the prediction of the kernel.
/// For a few functions, the kernel is predicted again without their calls.
[[nodiscard]] std::vector<CalledFunction> called_functions(const Kernel &kernel, FormCosts &costs,
                                                           const PredictionOptions &options, Cycles cycles);

/// Of a kernel that is a whole function: its result registers by the calling convention, as far as it writes them.
[[nodiscard]] std::vector<ResultLatency> result_latencies(const Kernel &kernel, const DependencyGraph &graph);

/// By instruction: the symbol of the callee that it belongs to; "" for the loop's own instructions.
[[nodiscard]] std::vector<std::string> callees_of_instructions(const Kernel &kernel);

} // namespace osaca
