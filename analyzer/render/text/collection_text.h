// A collection as text for the terminal: its loops and findings, and the changes between two builds.
#pragma once

#include "collection/collection.h"
#include "render/render_options.h"
#include "render/selection.h"

#include <cstddef>
#include <string>

namespace osaca {

// The summary of a collection: a table of the source loops and the findings, most important first; the changes since
// the baseline; one line of totals; and what was omitted.

/// At most 100 lines, unless `options.top` or `options.verbose` asks for more. Steps and advice are wrapped to
/// `options.width` only if the additional lines fit. With `options.verbose`, the steps of findings are shown, and
/// advice is repeated wherever it applies.
[[nodiscard]] std::string render_summary(const Collection &collection, const RenderOptions &options);

// The changes between two builds: one line per source loop and core.

/// The maximum number of lines; omitted ones are counted.
struct ComparisonLimits {
  std::size_t regressions = 20;
  std::size_t others = 10;
};

/// Not limited with `options.verbose`.
[[nodiscard]] std::string render_comparison(const Comparison &comparison, const RenderOptions &options,
                                            const ComparisonLimits &limits = {});

/// The comparison of a collection, including why a loop became slower; empty: there is no comparison.
[[nodiscard]] std::string render_changes(const Collection &collection, const RenderOptions &options,
                                         const ComparisonLimits &limits = {});

/// A document of docs/schema/osaca-comparison-1.schema.json.
[[nodiscard]] std::string render_comparison_json(const Comparison &comparison);

} // namespace osaca
