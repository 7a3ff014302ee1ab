// The figures of one instruction on one core, in the terms of tables of instructions.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "kernel/instruction.h"
#include "osaca/instruction_figures.h"

#include <span>

namespace osaca {

/// `parts` is an instruction after its prefixes with a cost of their own, which are instructions to decoders. Their
/// `compiler_costs` must be present. `costs` keeps the forms for the next call.
[[nodiscard]] CoreFigures figures_on_core(FormCosts &costs, std::span<const Instruction> parts);

/// For a core of another instruction set.
[[nodiscard]] CoreFigures figures_of_other_isa(const MachineModel &model);

} // namespace osaca
