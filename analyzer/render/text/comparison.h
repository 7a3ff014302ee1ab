// What changed between two builds, for a terminal and for programs.
#pragma once

#include "collection/collection.h"
#include "render/render_options.h"

#include <string>

namespace osaca {

/// One line per changed loop, regressions first, and a line of totals.
[[nodiscard]] std::string render_comparison(const Comparison &comparison, const RenderOptions &options);

/// A document of docs/schema/osaca-comparison-1.schema.json.
[[nodiscard]] std::string render_comparison_json(const Comparison &comparison);

} // namespace osaca
