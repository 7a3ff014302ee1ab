// Commands that create complete models.
#pragma once

#include "measure/commands/commands.h"
#include "measure/compose/composed_model.h"

namespace osaca::measure {

extern const driver::Command model_compose_command;
extern const driver::Command measure_model_command;

namespace compose {

/// Prints on standard error the number of forms and where their ports come from.
void print_composed(const ComposedModel &model);

} // namespace compose
} // namespace osaca::measure
