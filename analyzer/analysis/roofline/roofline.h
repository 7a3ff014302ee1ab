// The operations and bytes of a loop, and the most operations that its core can do.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "analysis/graph/address.h"
#include "kernel/kernel.h"
#include "report/roofline_report.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// Empty: no instruction of the kernel does a known number of floating-point operations. `clock_ghz`: the user's; 0:
/// that of the model.
[[nodiscard]] std::optional<RooflineReport> analyze_roofline(const Kernel &kernel, const AddressAnalysis &addresses,
                                                             FormCosts &costs, double clock_ghz);

/// The best of the model's fused multiply-adds, additions and multiplications of this format: the operations of one
/// instruction divided by the cycles that its uops need on their ports and at dispatch. Empty: the model has no form of
/// them.
[[nodiscard]] std::optional<RooflineReport::Peak> peak_of(FormCosts &costs, FloatFormat format);

/// The opcodes that peak_of() considers, whether the model has figures for them or not.
[[nodiscard]] std::vector<std::string> peak_opcodes(const MachineModel &model);

} // namespace osaca
