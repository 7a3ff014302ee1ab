// The collection for a terminal: a table of the loops of the source and what was found, what matters most first; what
// changed since the baseline; one line of totals; and what was left out.
#pragma once

#include "collection/collection.h"
#include "render/render_options.h"

#include <string>

namespace osaca {

/// At most 100 lines, unless `options.top` or `options.verbose` asks for more (steps and advice are wrapped into
/// `options.width`, which adds lines only where they fit). `options.verbose` adds the steps of findings, and says each
/// advice wherever it applies instead of once.
[[nodiscard]] std::string render_summary(const Collection &collection, const RenderOptions &options);

} // namespace osaca
