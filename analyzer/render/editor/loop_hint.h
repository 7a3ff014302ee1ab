// What stands behind a loop's line in an editor: the shortest that is true.
#pragma once

#include "collection/collection.h"
#include "collection/source_loops.h"

#include <string>

namespace osaca {

/// "4.0 cycles, divider"; "at least 5.0 cycles for 8 iterations, ports" where one of the machine does several of the
/// source; "A: 4.0 cycles, divider; B: 5.0 cycles, ports" with several cores, A and B.
[[nodiscard]] std::string hint_of(const SourceLoop &loop, const Collection &collection);

} // namespace osaca
