// One report as text for the terminal, and as a graph for Graphviz.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>

namespace osaca {

// The report for the terminal.

[[nodiscard]] std::string render_text(const Report &report, const RenderOptions &options);

/// At most about `options.most_lines` lines: the kernels that take the most cycles, as many as fit, and one line for
/// each of the others. The last line says what was left out.
[[nodiscard]] std::string render_short_text(const Report &report, const RenderOptions &options);

// The dependency graph in Graphviz's DOT format: one cluster per kernel; the critical path and the loop-carried chain
// are coloured.

[[nodiscard]] std::string render_dot(const Report &report);

} // namespace osaca
