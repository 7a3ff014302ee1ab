// What changed between two builds, for a terminal: one line per loop of the source and core.
#pragma once

#include "collection/collection.h"
#include "render/render_options.h"

#include <cstddef>
#include <string>

namespace osaca {

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
