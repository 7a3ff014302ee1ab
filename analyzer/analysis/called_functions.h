// The share of called functions in the prediction of a loop.
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

/// By instruction: the symbol of the callee that it belongs to; "" for the loop's own instructions.
[[nodiscard]] std::vector<std::string> callees_of_instructions(const Kernel &kernel);

} // namespace osaca
