// The model that `--against` names. (Apart, because the tools for models have a Figure of their own.)
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"

#include <string>

namespace osaca::measure::structure {

/// A shipped model's name or alias, or a model file.
[[nodiscard]] Expected<MachineModel> model_named(const std::string &name);

} // namespace osaca::measure::structure
