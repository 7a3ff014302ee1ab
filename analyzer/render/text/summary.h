// The collection for a terminal: per file a table of its loops, then findings as a compiler says them, what changed since the
// baseline, and one line of totals.
#pragma once

#include "collection/collection.h"
#include "render/render_options.h"

#include <string>

namespace osaca {

/// `options.verbose` adds the steps of findings, and says each advice wherever it applies instead of once.
[[nodiscard]] std::string render_summary(const Collection &collection, const RenderOptions &options);

} // namespace osaca
