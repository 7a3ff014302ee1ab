// The dependency graph for Graphviz: one cluster per kernel, the critical path and the loop-carried chain coloured.
#pragma once

#include "report/report.h"

#include <string>

namespace osaca {

[[nodiscard]] std::string render_dot(const Report &report);

} // namespace osaca
