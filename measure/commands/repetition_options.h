// How often and for how long a command measures, and what a model of this core says about the rates of an undisturbed
// core.
#pragma once

#include "driver/command_line/option_set.h"
#include "measure/harness/repeated_measurement.h"

#include <string>

namespace osaca::measure {

/// Adds --repeat, --patience and --wait. `what`: "a block", the thing on whose figure processes must agree. The
/// defaults are those of `repetition`.
void add_repetition(driver::OptionSet &options, RepetitionPolicy &repetition, const std::string &what);

// Rates from the model of this core. A lower measured rate shows that another thread uses the core.

/// No-ops per cycle when the core is free. 0: there is no model of this core.
[[nodiscard]] double known_no_ops_per_cycle();

/// Additions per cycle of five independent chains when the core is free. 0: there is no model of this core.
[[nodiscard]] double known_additions_per_cycle();

} // namespace osaca::measure
