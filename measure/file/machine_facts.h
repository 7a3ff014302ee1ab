#pragma once

#include "measure/file/measurement.h"

namespace osaca::measure {

/// This machine, today.
[[nodiscard]] MeasuredMachine machine_facts();

} // namespace osaca::measure
