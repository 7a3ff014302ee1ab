// Calls of functions whose cost is known from a table, and not from their code.
//
// The callee's instructions are not known, so its cost has two parts. While it runs, it fills the core: the time of a
// call that no other call waits for (its throughput) is added to the time in which the loop's own instructions are
// dispatched. And its result is available when the time of a call in a chain (its latency) has passed since its
// arguments were known.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "kernel/kernel.h"

#include <memory>
#include <vector>

namespace osaca {

/// The cost of this call from the tables. Empty: it is followed, or no table lists it.
[[nodiscard]] std::optional<CallCost> table_cost(const FormCosts &costs, const KernelCall &call);

/// Marks the calls with a cost from a table (CallStatus::measured), and adds the registers of arguments and results to
/// their operands.
[[nodiscard]] Kernel with_call_operands(const Kernel &kernel, const FormCosts &costs);

/// Replaces the costs of these calls. `instructions` are those of the kernel, which with_call_operands() returned.
void bind_library_calls(const Kernel &kernel, const FormCosts &costs,
                        std::vector<std::shared_ptr<const CostedInstruction>> &instructions);

} // namespace osaca
