// What an editor shows when the pointer rests on a loop.
#pragma once

#include "collection/collection.h"
#include "render/ranking.h"

#include <string>

namespace osaca {

/// Markdown: the prediction, its bounds, memory level by level, findings with what to try, copies and paths, other
/// cores. UTF-8 whatever the reports hold. `source_loop` is an index into Ranking::loops.
[[nodiscard]] std::string hover_of(int source_loop, const Collection &collection, const Ranking &ranking);

} // namespace osaca
