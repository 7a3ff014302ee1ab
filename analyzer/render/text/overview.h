// What a long report says, on one line per kernel.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>

namespace osaca {

/// A table with the kernels in the report's order, numbered from 1.
[[nodiscard]] std::string overview_of(const Report &report, const RenderOptions &options);

} // namespace osaca
