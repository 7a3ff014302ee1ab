// Notes that follow from what a core is.
#pragma once

#include "model/machine_model.h"

namespace osaca {

/// Says of a core that executes in program order what that means for its predictions.
void note_program_order(MachineModel::Data &data);

} // namespace osaca
