// Places that are read and written again and again, nobody knows which when, but there are only few of them.
#pragma once

#include "analysis/graph/address.h"
#include "analysis/graph/forwarding.h"

#include <vector>

namespace osaca {

/// `incl (%rdi,%rax,4)` behind `and $1, %eax`: each of two places has a chain of its own, whichever is next. So of n
/// turns one chain has at least half, and they take as long in all as if both places were used in turn. That is what
/// these forwardings say: from a turn's store to the load of the turn that comes so many turns later as there are
/// places.
[[nodiscard]] std::vector<Forwarding> forwardings_among_few_places(const AddressAnalysis &analysis);

/// Whether it comes to so few places that the forwardings count on them.
[[nodiscard]] bool has_few_places(const MemoryAccess &access);

} // namespace osaca
