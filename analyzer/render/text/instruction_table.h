// The heart of the text report: one line per instruction with its share of every port.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>

namespace osaca {

/// Ports that no instruction uses have no column (unless verbose). The last row holds the sums; the busiest port is
/// marked with '*'.
[[nodiscard]] std::string instruction_table(const KernelReport &kernel, const RenderOptions &options);

/// "LAT: ..." for the marks that occur in this kernel's table.
[[nodiscard]] std::string legend_of(const KernelReport &kernel, const RenderOptions &options);

} // namespace osaca
