// The report for a terminal.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>

namespace osaca {

[[nodiscard]] std::string render_text(const Report &report, const RenderOptions &options);

} // namespace osaca
