// Commands that make whole models.
#pragma once

#include "measure/commands/commands.h"
#include "measure/model/compose.h"

namespace osaca::measure {

/// `words` after "osaca model". Returns the exit status.
[[nodiscard]] int run_model(const Words &words);

extern const driver::Command model_compose_command;
extern const driver::Command measure_model_command;

namespace composer {

/// On standard error: how many forms, and how their ports came about.
void tell_composed(const ComposedModel &model);

} // namespace composer
} // namespace osaca::measure
