// What dispatching an operation costs: what several probes must know to tell other limits from it.
#pragma once

#include "base/expected.h"
#include "measure/core_probes/evidence.h"

#include <vector>

namespace osaca::measure::core_probes {

/// The width from the rates of several kinds of code, operations per cycle.
[[nodiscard]] Expected<double> slots_per_cycle(std::vector<double> rates);

/// Cycles per long nop, which takes a slot and nothing else; 0 if it could not be timed.
[[nodiscard]] double slot_cycles(Evidence &evidence);

/// Whether a difference of so many slots is one (true) or none (false); empty for anything else.
[[nodiscard]] std::optional<bool> whole_slot(double slots);

} // namespace osaca::measure::core_probes
