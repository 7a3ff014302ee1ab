// The figures of one instruction on one core, in the terms of tables of instructions.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "kernel/instruction.h"
#include "osaca/instruction_figures.h"

namespace osaca {

/// `instruction.compiler_costs` must be present. `costs` keeps the form for the next call.
[[nodiscard]] CoreFigures figures_on_core(FormCosts &costs, const Instruction &instruction);

/// For a core of another instruction set.
[[nodiscard]] CoreFigures figures_of_other_isa(const MachineModel &model);

} // namespace osaca
