// The part of a ports file that says what counters of ports say (docs/measure/ports.md).
#pragma once

#include "measure/ports/counter_check.h"

namespace osaca::measure {

[[nodiscard]] std::string counter_check_text(const CounterCheck &check, const std::vector<FormUnderTest> &forms);

} // namespace osaca::measure
