// The list of subcommands: what dispatches, explains, completes and suggests reads it.
#pragma once

#include "driver/commands/commands.h"

namespace osaca::driver {

/// In the order of their names.
[[nodiscard]] Commands commands();

} // namespace osaca::driver
