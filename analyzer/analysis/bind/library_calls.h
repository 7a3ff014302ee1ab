// Calls of functions whose cost is known from a table, and not from their code.
//
// The callee's instructions are unknown, so its cost consists of two figures. The first is the time per call if calls
// do not depend on each other (its throughput). It is added to the time in which the loop's own instructions are
// dispatched, because the callee is assumed to occupy all dispatch slots while it runs. The second is the time per call
// in a chain of calls (its latency): the result is available when this time has passed since the arguments were
// available.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "kernel/kernel.h"

#include <memory>
#include <vector>

namespace osaca {

/// The cost of this call from the tables. Empty: the call is followed, or no table lists the function.
/// `is_linked`: the code is that of a linked program, which may contain the library. In a unit, a function that has the
/// name of a library's function is the user's, so only tables of the user apply to it.
[[nodiscard]] std::optional<CallCost> table_cost(const FormCosts &costs, const KernelCall &call, bool is_linked = true);

/// Marks the calls with a cost from a table (CallStatus::measured), and adds the registers of arguments and results to
/// their operands.
[[nodiscard]] Kernel with_call_operands(const Kernel &kernel, const FormCosts &costs);

/// Replaces the costs of these calls. `instructions` are those of the kernel, which with_call_operands() returned.
void bind_library_calls(const Kernel &kernel, const FormCosts &costs,
                        std::vector<std::shared_ptr<const CostedInstruction>> &instructions);

} // namespace osaca
