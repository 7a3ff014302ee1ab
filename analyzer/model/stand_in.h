// Figures of one core for another that has none of its own.
#pragma once

#include "model/machine_model.h"

namespace osaca {

/// The same model with its figures counted as composed: nobody measured or published them for the other core.
[[nodiscard]] MachineModel::Data as_stand_in(MachineModel::Data relative);

/// The model of a CPU that has none, made of its nearest relative's. Its first note says so.
[[nodiscard]] MachineModel model_of_relative(MachineModel::Data relative, const StandIn &stand_in);

} // namespace osaca
