// Reports, collections and baselines as JSON documents.
#pragma once

#include "collection/baseline.h"
#include "collection/collection.h"

#include <string>

namespace osaca {

// The report for programs; docs/schema/osaca-report-1.schema.json describes it.

[[nodiscard]] std::string render_json(const Report &report);
/// Without line ends: a third shorter.
[[nodiscard]] std::string render_compact_json(const Report &report);

/// The same document with what a collection knows besides: where each loop is from, the findings with their
/// fingerprints and what suppresses them, the comparison with a baseline. Open findings are in the kernels as well, as
/// in any report.
[[nodiscard]] std::string render_collection_json(const Collection &collection);

// A baseline as a file that is kept beside the source; docs/schema/osaca-baseline-2.schema.json describes it.

/// A field per line, in the baseline's order, so that a change of one loop is a change of a few lines. Cycles are
/// texts, so that fractions stay exact. What has its usual value is left out. Baseline::name is not part of it.
[[nodiscard]] std::string render_baseline(const Baseline &baseline);

} // namespace osaca
