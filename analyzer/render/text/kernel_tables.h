// The tables of the text report: kernels, instructions, memory and timeline.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>
#include <string_view>

namespace osaca {

/// The name of a bound in the tables: "front end".
[[nodiscard]] std::string_view short_name_of(BoundKind kind);

// The overview of a long report: one line per kernel.

/// A table of the kernels in the report's order, numbered from 1.
[[nodiscard]] std::string overview_of(const Report &report, const RenderOptions &options);

// The main table of the text report: one line per instruction with its share of every port.

/// Ports that no instruction uses are omitted (unless verbose). The last row contains the sums; the busiest port is
/// marked with '*'.
[[nodiscard]] std::string instruction_table(const KernelReport &kernel, const RenderOptions &options);

/// "LAT: ...": explains the marks that occur in this kernel's table.
[[nodiscard]] std::string legend_of(const KernelReport &kernel, const RenderOptions &options);

// The cycles of a loop with its data in each level, and its memory traffic.

/// One line about the level that holds the data; empty if the model describes only the first level.
[[nodiscard]] std::string phrase_of_data(const KernelReport &kernel);

/// Levels, streams and layer conditions. Precondition: the kernel has a MemoryReport.
[[nodiscard]] std::string memory_tables(const KernelReport &kernel, const RenderOptions &options);

// On cores that execute in program order: which instructions wait, for how long, and for what.

/// The longest stalls first; only the longest, unless verbose. Together with the last row they add up to the cycles per
/// iteration.
[[nodiscard]] std::string stall_table(const KernelReport &kernel, const RenderOptions &options);

// The timeline of the simulation as text: a row for each uop, a column for each cycle.

/// Empty if there is no timeline.
[[nodiscard]] std::string timeline_text(const KernelReport &kernel, const RenderOptions &options);

} // namespace osaca
