// How often the stores of a loop come back to a line that they have left for another one: two arrays that are written
// half a line at a time, by turns, come to each line twice.
#pragma once

#include "analysis/graph/address.h"
#include "analysis/memory/streams.h"

#include <vector>

namespace osaca {

/// Per iteration, of the streams that move regularly and are written through the caches.
struct LineRevisits {
  Cycles lines;    ///< that are written
  Cycles revisits; ///< beyond the first visit of each
};

[[nodiscard]] LineRevisits line_revisits(const std::vector<AccessStream> &streams, const AddressAnalysis &addresses,
                                         int line_bytes);

} // namespace osaca
