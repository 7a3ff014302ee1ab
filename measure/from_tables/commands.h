// `osaca model from-tables`.
#pragma once

#include "driver/command_line/command.h"

namespace osaca::measure {

extern const driver::Command model_from_tables_command;

} // namespace osaca::measure
