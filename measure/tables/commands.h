// `osaca model` and its subcommands.
#pragma once

#include "measure/commands/commands.h"

namespace osaca::measure {

/// `words` after "osaca model". Returns the exit status.
[[nodiscard]] int run_model(const Words &words);

extern const driver::Command model_build_command;
extern const driver::Command model_diff_command;
extern const driver::Command model_import_command;

} // namespace osaca::measure
