// What a model says of a form, in the terms of measurement files.
#pragma once

#include "measure/isa/operand_choice.h"
#include "measure/tables/form_figures.h"
#include "model/machine_model.h"

#include <optional>

namespace osaca::measure {

/// Cycles per copy: ports, dispatch, and how fast stores leave.
[[nodiscard]] double modelled_throughput(const MachineModel &model, const Instruction &instruction, const Cost &cost);

/// Empty: the model has nothing of its own for it.
[[nodiscard]] std::optional<FormFigures> modelled_figures(const MachineModel &model, const FormShape &shape);

} // namespace osaca::measure
