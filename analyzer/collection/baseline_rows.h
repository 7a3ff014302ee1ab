// The rows of a baseline: one per source loop and core, however many copies, instances and paths the compiler made of
// it.
#pragma once

#include "collection/collection.h"

#include <vector>

namespace osaca {

struct BaselineRow {
  LoopRecord record;       ///< of the machine loop that speaks for the source loop; its code_hash is of all of them
  int loop = -1;           ///< the one that speaks: index into Collection::loops
  int costliest_path = -1; ///< the path of that machine loop that takes most of its time; `loop` where it has only one
  std::vector<int> loops;  ///< all of them, on this core
};

/// In the order of the source. Figures of a loop with paths are the mean over those that were followed, where it is
/// known how likely they are.
[[nodiscard]] std::vector<BaselineRow> baseline_rows(const Collection &collection);

} // namespace osaca
