// The figures of a model for a form in the terms of measurement files, and the cycles per copy that its ports allow.
#pragma once

#include "kernel/cost.h"
#include "measure/isa/operand_choice.h"
#include "measure/tables/form_figures.h"
#include "model/machine_model.h"

#include <optional>
#include <vector>

namespace osaca::measure {

// The cycles per copy of an instruction that the ports allow.

/// The uops are distributed over their ports in the best way: the busiest set of ports decides.
[[nodiscard]] double port_throughput(const std::vector<PortDemand> &demands);

// The figures of a model for a form, in the terms of measurement files.

/// The cycles per copy, limited by ports, dispatch, and store commit.
[[nodiscard]] double modelled_throughput(const MachineModel &model, const Instruction &instruction, const Cost &cost);

/// Empty: the model has no figures of its own for the form.
[[nodiscard]] std::optional<FormFigures> modelled_figures(const MachineModel &model, const FormShape &shape);

} // namespace osaca::measure
