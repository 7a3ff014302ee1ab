// Cache lines that an iteration moves between each level of memory and the one before it, if its data come from behind
// all of them.
//
// Every array whose earlier rows are still in a level (layer_conditions.h) asks the next one for its leading row only.
// What is written is read before, unless it is a streaming store, and goes back once. A victim level is given all lines
// that leave the level before it, which are as many as came in.
#pragma once

#include "analysis/memory/layer_conditions.h"
#include "analysis/memory/streams.h"
#include "model/memory_hierarchy.h"

#include <string>
#include <vector>

namespace osaca {

/// The arrays among a loop's streams.
struct ArrayStreams {
  ArrayPlaces places;
  std::vector<int> streams; ///< its rows
  Cycles lines_per_row;     ///< in an iteration
  int line_step = 1;        ///< all its lines are so many apart, or multiples of it
  int rows_of = -1;         ///< arrays that share this are taken to be rows of one; -1: of none
};

[[nodiscard]] std::vector<ArrayStreams> arrays_of(const std::vector<AccessStream> &streams,
                                                  const std::vector<std::vector<int>> &stencils, int line_bytes);

struct LineTraffic {
  std::vector<LevelTraffic> levels; ///< [i]: between hierarchy.levels[i] and the level before it
  Cycles streaming_lines;           ///< written past the caches
  Cycles irregular_lines;           ///< of indirect accesses
};

/// Rows that are taken to be of one array are taken to stay in the first level, unless it is known how long they are:
/// then they stay where they fit.
[[nodiscard]] LineTraffic line_traffic(const std::vector<AccessStream> &streams,
                                       const std::vector<ArrayStreams> &arrays, const MemoryHierarchy &hierarchy,
                                       std::optional<std::int64_t> row_bytes = {});

/// One for each set of rows and each cache. `names`: [i] of streams[i]. `row_bytes`: as above.
[[nodiscard]] std::vector<LayerCondition> layer_conditions(const std::vector<AccessStream> &streams,
                                                           const std::vector<ArrayStreams> &arrays,
                                                           const std::vector<std::string> &names,
                                                           const MemoryHierarchy &hierarchy,
                                                           std::optional<std::int64_t> row_bytes = {});

} // namespace osaca
