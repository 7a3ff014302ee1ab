#pragma once

#include "measure/harness/repeated.h"

#include <CLI/CLI.hpp>

#include <string>

namespace osaca::measure {

/// --repeat and --patience. `what`: "a block", on which processes must agree. The defaults are those of `repetition`.
void add_repetition(CLI::App &app, Repetition &repetition, const std::string &what);

} // namespace osaca::measure
