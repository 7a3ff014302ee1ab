// Reads baselines: figures of a build's loops that are stored with the source, so that later builds can be compared
// with them.
#pragma once

#include "base/expected.h"
#include "collection/baseline.h"

#include <string>

namespace osaca {

/// `json` is a document of docs/schema/osaca-baseline-2.schema.json; `name` is used in messages and becomes
/// Baseline::name. Cycles are read back exactly. Error: the document does not match the schema. `jobs`: the greatest
/// number of threads, which does not affect the result.
[[nodiscard]] Expected<Baseline> read_baseline(const std::string &json, const std::string &name, int jobs = 1);

} // namespace osaca
