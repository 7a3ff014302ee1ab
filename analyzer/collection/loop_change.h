// What became of one loop from one build to another.
#pragma once

#include "collection/collection.h"

namespace osaca {

/// Nothing if the loop is as it was. A loop whose machine code is what it was cannot be slower: see figures_ratio().
/// `tolerance`: how much slower or faster is still the same, 0.05 for 5 %.
[[nodiscard]] std::optional<LoopChange> change_between(const LoopRecord &before, const LoopRecord &after,
                                                       double tolerance);

[[nodiscard]] bool is_same_code(const LoopRecord &before, const LoopRecord &after);

/// Of cycles now to cycles then; 1 where these do not compare.
[[nodiscard]] double figures_ratio(const LoopRecord &before, const LoopRecord &after);

/// Regressions first. Of these and of the others, what costs the most time: the share of the time times what it changed
/// by, then those whose share is not known, with the largest ratio first. Then by place.
void sort_by_weight(std::vector<LoopChange> &changes);

} // namespace osaca
