// The tables of the text report: kernels, their instructions, their memory, their timeline.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>

namespace osaca {

// What a long report says, on one line per kernel.

/// A table with the kernels in the report's order, numbered from 1.
[[nodiscard]] std::string overview_of(const Report &report, const RenderOptions &options);

// The heart of the text report: one line per instruction with its share of every port.

/// Ports that no instruction uses have no column (unless verbose). The last row holds the sums; the busiest port is
/// marked with '*'.
[[nodiscard]] std::string instruction_table(const KernelReport &kernel, const RenderOptions &options);

/// "LAT: ..." for the marks that occur in this kernel's table.
[[nodiscard]] std::string legend_of(const KernelReport &kernel, const RenderOptions &options);

// What a loop takes with its data in each level, and what it moves, for terminals.

/// One line about where the data are; empty without levels behind the first.
[[nodiscard]] std::string phrase_of_data(const KernelReport &kernel);

/// Levels, streams and layer conditions. Precondition: there is a MemoryReport.
[[nodiscard]] std::string memory_tables(const KernelReport &kernel, const RenderOptions &options);

// The simulation's timeline as text: a row for each uop, a column for each cycle.

/// Empty without a timeline.
[[nodiscard]] std::string timeline_text(const KernelReport &kernel, const RenderOptions &options);

} // namespace osaca
