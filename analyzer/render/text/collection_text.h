// A collection for a terminal: its loops and findings, and what changed between two builds.
#pragma once

#include "collection/collection.h"
#include "render/render_options.h"
#include "render/selection.h"

#include <cstddef>
#include <string>

namespace osaca {

// The collection for a terminal: a table of the loops of the source and what was found, what matters most first; what
// changed since the baseline; one line of totals; and what was left out.

/// At most 100 lines, unless `options.top` or `options.verbose` asks for more (steps and advice are wrapped into
/// `options.width`, which adds lines only where they fit). `options.verbose` adds the steps of findings, and says each
/// advice wherever it applies instead of once.
[[nodiscard]] std::string render_summary(const Collection &collection, const RenderOptions &options);

// A row for each loop of the source, what matters most first.

/// The first `most_rows` rows of them and of hot functions without a loop, below a line that says what orders them;
/// empty if there is none. No row takes more than a line.
[[nodiscard]] std::string loop_table(const Collection &collection, const Ranking &ranking, std::size_t most_rows,
                                     const RenderOptions &options);

// What changed between two builds, for a terminal: one line per loop of the source and core.

/// How many lines there may be; what is left out is counted.
struct ComparisonLimits {
  std::size_t regressions = 20;
  std::size_t others = 10;
};

/// Without a limit if `options.verbose`.
[[nodiscard]] std::string render_comparison(const Comparison &comparison, const RenderOptions &options,
                                            const ComparisonLimits &limits = {});

/// The comparison of a collection, which also knows why a loop became slower; empty: there is none.
[[nodiscard]] std::string render_changes(const Collection &collection, const RenderOptions &options,
                                         const ComparisonLimits &limits = {});

/// docs/schema/osaca-comparison-1.schema.json
[[nodiscard]] std::string render_comparison_json(const Comparison &comparison);

} // namespace osaca
