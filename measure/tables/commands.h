// The subcommands of `osaca model`. Each gets the words after its name and returns the exit status.
#pragma once

#include "measure/commands/commands.h"

namespace osaca::measure {

[[nodiscard]] int run_model(const Words &words);
[[nodiscard]] int run_model_diff(const Words &words);
[[nodiscard]] int run_model_build(const Words &words);
[[nodiscard]] int run_model_import(const Words &words);

} // namespace osaca::measure
