// Finds the loops of one build again in another, though lines moved, files and functions were renamed, code was edited.
//
// In this order: by the loop's id; by the text of its source line in the same function of the same file, then in any
// file (renamed files); by its place among the loops of its function, first among those of its role; by the text of its
// source line in the same file (renamed functions); by its machine code; by its opcodes. Each step pairs only what no
// step before it paired, on the same core, in the order of the source.
#pragma once

#include "collection/collection.h"

namespace osaca {

/// For each of `after`, the index in `before` of what it was; -1: it is new. Nothing in `before` is used twice.
[[nodiscard]] std::vector<int> matched_loops(const std::vector<LoopRecord> &before,
                                             const std::vector<LoopRecord> &after);

} // namespace osaca
