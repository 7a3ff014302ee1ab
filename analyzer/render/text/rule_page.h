// One rule for readers at a terminal.
#pragma once

#include "report/rules.h"

#include <string>

namespace osaca {

/// What it says, why it costs cycles, what to try and how to switch it off. `width`: columns.
[[nodiscard]] std::string render_rule(const Rule &rule, int width);

} // namespace osaca
