// The collection as LLVM's optimization remarks in YAML, for opt-viewer, llvm-remarkutil and what else reads them: a
// remark of analysis per loop with its prediction, a missed one per open finding.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

[[nodiscard]] std::string render_remarks(const Collection &collection);

} // namespace osaca
