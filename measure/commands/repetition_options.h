#pragma once

#include "driver/command_line/option_set.h"
#include "measure/harness/repeated.h"

#include <string>

namespace osaca::measure {

/// --repeat, --patience and --wait. `what`: "a block", on which processes must agree. The defaults are those of
/// `repetition`.
void add_repetition(driver::OptionSet &options, Repetition &repetition, const std::string &what);

} // namespace osaca::measure
