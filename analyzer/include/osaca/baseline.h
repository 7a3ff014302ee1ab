// Baselines: what the loops of a build were like, kept beside the source to hold later builds against.
#pragma once

#include "base/expected.h"
#include "collection/compare.h"

#include <string>

namespace osaca {

/// `json` is a document of docs/schema/osaca-baseline-2.schema.json; `name` is for messages, and becomes
/// Baseline::name. Cycles come back exactly as they were written.
[[nodiscard]] Expected<Baseline> read_baseline(const std::string &json, const std::string &name);

} // namespace osaca
