// Which store each load of a loop gets its bytes from.
#pragma once

#include "analysis/graph/address.h"

#include <vector>

namespace osaca {

/// Places in AddressAnalysis::accesses, and how many iterations lie between.
struct Forwarding {
  int store = 0;
  int load = 0;
  int distance = 0;
  bool is_partial =
      false; ///< the load reads bytes, too, that the store did not write: it cannot get its value from there
};

/// For each load, the store that wrote last to one of its bytes: the one of the least distance, of those the latest in
/// the program. Only where both addresses differ by a known number of bytes, and not beyond `max_distance` iterations.
/// In the order of the loads. Takes n log n time for n accesses.
[[nodiscard]] std::vector<Forwarding> forwardings(const AddressAnalysis &analysis, int max_distance);

} // namespace osaca
