// A baseline as a file that is kept beside the source; docs/schema/osaca-baseline-2.schema.json describes it.
#pragma once

#include "collection/compare.h"

#include <string>

namespace osaca {

/// A field per line, in the baseline's order, so that a change of one loop is a change of a few lines. Cycles are
/// texts, so that fractions stay exact. What has its usual value is left out. Baseline::name is not part of it.
[[nodiscard]] std::string render_baseline(const Baseline &baseline);

} // namespace osaca
