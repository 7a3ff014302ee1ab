// The options for how often and how long a command measures, and the rates that an undisturbed core reaches according
// to its model.
#pragma once

#include "driver/command_line/option_set.h"
#include "measure/harness/repeated_measurement.h"

#include <string>

namespace osaca::measure {

/// Adds --repeat, --patience and --wait. `what` completes the help text "number of processes that must agree on ...",
/// for example "a block". The defaults are those of `repetition`.
void add_repetition(driver::OptionSet &options, RepetitionPolicy &repetition, const std::string &what);

// Rates from the model of this core. A lower measured rate shows that another thread uses the core.

/// No-ops per cycle when the core is free. 0: there is no model of this core.
[[nodiscard]] double known_no_ops_per_cycle();

/// Additions per cycle of five independent chains when the core is free. 0: there is no model of this core.
[[nodiscard]] double known_additions_per_cycle();

} // namespace osaca::measure
