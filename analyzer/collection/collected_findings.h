// The findings of all loops, one per source line and rule however many copies, paths and cores have it.
#pragma once

#include "collection/collection.h"

namespace osaca {

/// Of the kernels and annotations in `collection`, in the order of the source. Suppressed in the source where a comment
/// says so.
[[nodiscard]] std::vector<CollectedFinding> collected_findings(const Collection &collection);

} // namespace osaca
