#pragma once

#include "measure/commands.h"

namespace osaca::measure {

[[nodiscard]] int run_ports(const Words &words);

} // namespace osaca::measure
