// Lists that a loop follows.
#pragma once

#include "measure/harness/loop_walks.h"

namespace osaca::measure {

/// Error: pointers are loaded, but not from node to node of a list.
[[nodiscard]] Expected<std::vector<ListWalk>> lists_of(const Kernel &loop, const RegisterUses &uses);

} // namespace osaca::measure
