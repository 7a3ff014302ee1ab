// Reports, collections and baselines as JSON documents.
#pragma once

#include "collection/baseline.h"
#include "collection/collection.h"

#include <functional>
#include <string>
#include <string_view>

namespace osaca {

// The report as JSON; docs/schema/osaca-report-1.schema.json describes it.

[[nodiscard]] std::string render_json(const Report &report);
/// Without line ends, which makes it a third shorter.
[[nodiscard]] std::string render_compact_json(const Report &report);

/// The same text in parts, of which none has more than one kernel: the whole text of a large unit needs much memory.
using TextTaker = std::function<void(std::string_view part)>;
void render_compact_json(const Report &report, const TextTaker &take);

/// The same document with the additional data of a collection: the origin of each loop, the findings with their
/// fingerprints and suppressions, and the comparison with a baseline. Open findings are also listed in the kernels, as
/// in any report.
[[nodiscard]] std::string render_collection_json(const Collection &collection);

// A baseline as a file that is stored with the source; docs/schema/osaca-baseline-2.schema.json describes it.

/// One field per line, in the baseline's order, so that a change of one loop changes only a few lines. Cycles are
/// strings, so that fractions stay exact. Fields with their default value are omitted, and so is Baseline::name.
[[nodiscard]] std::string render_baseline(const Baseline &baseline);

} // namespace osaca
