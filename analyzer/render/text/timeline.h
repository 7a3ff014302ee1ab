// The simulation's timeline as text: a row for each uop, a column for each cycle.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>

namespace osaca {

/// Empty without a timeline.
[[nodiscard]] std::string timeline_text(const KernelReport &kernel, const RenderOptions &options);

} // namespace osaca
