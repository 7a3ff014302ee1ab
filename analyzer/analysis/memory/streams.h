// The accesses of a loop by the arrays that they move through.
//
// Two accesses whose addresses have the same symbols (graph/address.h) move together at a known distance: they belong
// to one array. Those that are near each other (neighbours in a row, copies of an unrolled body) are one stream,
// because what one of them brings into the first level is still there when the other comes. Rows of an array that are
// further apart are streams of their own; layer_conditions.h tells in which cache they meet.
#pragma once

#include "analysis/bounds/prediction.h"
#include "kernel/kernel.h"
#include "report/memory_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

struct AccessStream {
  StreamKind kind = StreamKind::unknown;
  int array = 0;             ///< streams of one array share it
  std::string source_name;   ///< of its array, where all accesses that have one agree; empty: not known
  std::vector<int> accesses; ///< in AddressAnalysis::accesses, in program order
  std::optional<std::int64_t> step_bytes;
  std::optional<EvenStep> even_step;   ///< where it is no number, but always the same
  std::int64_t first_offset_bytes = 0; ///< of its accesses
  bool reads = false;
  bool writes = false;
  bool is_streaming_store = false;
  bool reads_neighbours = false; ///< comes to some bytes several times, in different iterations
  int bytes_per_iteration = 0;   ///< different bytes that it touches; 0: not known
  Cycles lines_per_iteration;
  int line_step = 1; ///< strided: its lines are so many apart, or multiples of it
};

/// What of a cache a stream's lines are measured by.
struct CacheShape {
  int line_bytes = 64;
  int l1_bytes = 0;
};

/// In the order of their first accesses. Prefetches make none.
[[nodiscard]] std::vector<AccessStream> streams_of(const Kernel &kernel, const PreparedKernel &prepared,
                                                   const CacheShape &cache);

} // namespace osaca
