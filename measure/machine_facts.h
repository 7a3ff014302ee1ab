#pragma once

#include "measure/measurement.h"

namespace osaca::measure {

/// This machine, today.
[[nodiscard]] MeasuredMachine machine_facts();

} // namespace osaca::measure
