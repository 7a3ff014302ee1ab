// The subcommands of `osaca model`.
#pragma once

#include "measure/commands/commands.h"

namespace osaca::measure {

/// Checks the name of a new model. Returns an error text, or "" if the name is valid.
[[nodiscard]] std::string check_model_name(const std::string &word);

extern const driver::Command model_build_command;
extern const driver::Command model_diff_command;
extern const driver::Command model_import_command;

} // namespace osaca::measure
