// The report for programs; docs/schema/osaca-report-1.schema.json describes it.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

[[nodiscard]] std::string render_json(const Report &report);
/// Without line ends: a third shorter.
[[nodiscard]] std::string render_compact_json(const Report &report);

/// The same document with what a collection knows besides: where each loop is from, the findings with their
/// fingerprints and what suppresses them, the comparison with a baseline. Open findings are in the kernels as well, as
/// in any report.
[[nodiscard]] std::string render_collection_json(const Collection &collection);

} // namespace osaca
