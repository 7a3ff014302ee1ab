// One report as text: for a terminal, and as a graph for Graphviz.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>

namespace osaca {

// The report for a terminal.

[[nodiscard]] std::string render_text(const Report &report, const RenderOptions &options);

// The dependency graph for Graphviz: one cluster per kernel, the critical path and the loop-carried chain coloured.

[[nodiscard]] std::string render_dot(const Report &report);

} // namespace osaca
