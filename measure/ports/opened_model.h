// A model by the name that a user gives; apart, so that the timing code need not see the model tools' headers.
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"

#include <string>

namespace osaca::measure {

/// A shipped model's name or alias, or a model file. Error: also if it is not of x86-64.
[[nodiscard]] Expected<MachineModel> opened_model(const std::string &name);

} // namespace osaca::measure
