// How long an iteration takes at least where a load waits for another one: with the latency of the level that the data
// come from in place of the first level's, in the same chains that bound the loop anyway (bounds/loop_carried.h).
#pragma once

#include "analysis/memory/streams.h"

#include <vector>

namespace osaca {

/// The edges that bring chased accesses their addresses.
[[nodiscard]] std::vector<EdgeIndex> chased_edges(const PreparedKernel &prepared,
                                                  const std::vector<AccessStream> &streams);

/// The largest cycle ratio among chains that pass one of these edges. `latency_cycles`: of a load from the level.
[[nodiscard]] Cycles chased_latency(const PreparedKernel &prepared, const std::vector<EdgeIndex> &chased,
                                    Cycles latency_cycles);

} // namespace osaca
