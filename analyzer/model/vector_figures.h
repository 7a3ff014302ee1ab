// RISC-V: the figures of vector forms by the vector type in effect.
#pragma once

#include "kernel/cost.h"
#include "kernel/instruction.h"
#include "model/core.h"
#include "model/form_table.h"

namespace osaca {

/// Whether the instruction works on another group of vector registers than the forms' figures are for.
[[nodiscard]] bool is_of_other_group(const Core &core, const Instruction &instruction);

/// The figures for the instruction's vector type. Null: the form has none.
[[nodiscard]] const VectorFigures *vector_figures_for(const FormEntry &entry, const Instruction &instruction);

/// Replaces the form's own figures in `cost`.
void set_vector_figures(const VectorFigures &figures, const Instruction &instruction, Cost &cost);

} // namespace osaca
