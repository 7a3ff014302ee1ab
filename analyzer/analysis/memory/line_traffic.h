// Layer conditions say whether data that a loop read some iterations ago is still in a cache when the loop accesses it
// again (Rivera and Tseng, SC 2000; Stengel et al., ICS 2015). This form of the conditions needs only the distances
// between accesses (Hammer et al., 2017).
//
// Take two consecutive accesses to the same data of an array, t iterations apart. The data is still in the cache at the
// second access if the cache holds everything that the loop accesses in these t iterations. Each access of the loop
// contributes to this amount. If another access of the same array reaches the same data L <= t iterations later, the
// contribution is the data of L iterations. Otherwise it is the data of t iterations:
//
//     C(t) = sum of the distances L <= t  +  t * (number of distances L > t)
//
// No other access follows the last access to the data of an array, so it counts as L > t. Data that is accessed again
// after t iterations is still in the cache if C(t) fits into the cache. Distances are counted in iterations, because
// the steps of arrays can differ. Each term is therefore multiplied by the bytes per iteration of its array.
#pragma once

#include "analysis/graph/address.h"
#include "analysis/memory/streams.h"
#include "base/cycles.h"
#include "model/memory_hierarchy.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace osaca {

/// A position in an array that an iteration accesses.
struct ArrayPosition {
  std::int64_t offset_bytes =
      0; ///< relative to a point that is the same for all positions of the array and moves with the iterations
  bool writes = false;
};

/// All positions in one array. They move by the same step.
struct ArrayPositions {
  std::vector<ArrayPosition> places; ///< in any order
  std::int64_t step_bytes = 0;       ///< per iteration; not zero
  Cycles bytes_per_iteration;        ///< the bytes that each position adds to the cache per iteration
  std::int64_t bytes = 0;            ///< size of the whole array; 0: not known
};

/// How many of an array's positions are still in a cache when an iteration accesses them.
struct ArrayReuse {
  int hits = 0;
  int misses = 0;
  int evicts = 0; ///< positions whose changed data is evicted from the cache
};

/// Element i of the result is for arrays[i]. `other_bytes` is the number of bytes that all other accesses add to the
/// cache per iteration.
[[nodiscard]] std::vector<ArrayReuse> reuse_in_cache(std::span<const ArrayPositions> arrays, Cycles other_bytes,
                                                     std::int64_t cache_bytes);

/// C(t) as described above: the bytes that must fit into the cache so that data is still there after t = `iterations`.
[[nodiscard]] Cycles bytes_needed(std::span<const ArrayPositions> arrays, Cycles other_bytes, Cycles iterations);

/// The distance between two positions of an array, in iterations.
[[nodiscard]] Cycles iterations_between(const ArrayPositions &array, const ArrayPosition &a, const ArrayPosition &b);

/// The greatest distance between neighbouring positions of an array, in iterations. 0: it has only one.
[[nodiscard]] Cycles longest_reuse(const ArrayPositions &array);

// The footprint: the number of bytes that a loop accesses before it accesses any of them again, if the compiler knows
// its trip count.
//
// Trip counts show which levels can hold all data of a loop. If the footprint exceeds the size of a cache, the loop
// finds at most a part of its data in this cache, whatever ran before it and however often it is repeated. However,
// trip counts do not show where the data is: a loop that runs only once reads it from the level in which earlier code
// left it.

/// Empty: unknown, or the kernel executes only a part of the iterations (remainders, paths, copies of a loop). The
/// result is a lower bound, because streams with the same name, or without a name, may access the same data.
[[nodiscard]] std::optional<Footprint> footprint_of(const Kernel &kernel, const std::vector<AccessStream> &streams,
                                                    const MemoryHierarchy &hierarchy);

// How often the stores of a loop return to a line after stores to another line. For example, if two arrays are written
// alternately, half a line at a time, the stores visit each line twice.

/// Per iteration, for all streams with a constant step that are written through the caches.
struct LineRevisits {
  Cycles lines;    ///< lines that are written
  Cycles revisits; ///< visits after the first one of each line
};

[[nodiscard]] LineRevisits line_revisits(const std::vector<AccessStream> &streams, const AddressAnalysis &addresses,
                                         int line_bytes);

// The cache lines that an iteration moves between each level of the memory and the next nearer one, if its data is in
// the farthest level.
//
// If the earlier rows of an array are still in a level (see the layer conditions above), only the leading row is read
// from the next level. A line that is written is read first, unless streaming stores write it, and is written back
// once. A victim cache receives all lines that the previous level evicts, which are as many as that level received.

/// An array, which consists of one or several streams of the loop (streams.h).
struct ArrayStreams {
  ArrayPositions places;
  std::vector<int> streams; ///< the streams that are its rows
  Cycles lines_per_row;     ///< per iteration
  int line_step = 1;        ///< the distances between the lines that it accesses are multiples of this number of lines
  int rows_of = -1;         ///< arrays with the same number are assumed to be rows of one array; -1: none
};

[[nodiscard]] std::vector<ArrayStreams> arrays_of(const std::vector<AccessStream> &streams,
                                                  const std::vector<std::vector<int>> &stencils, int line_bytes);

struct LineTraffic {
  std::vector<LevelTraffic> levels; ///< [i]: between hierarchy.levels[i] and the next nearer level
  Cycles streaming_lines;           ///< lines written by streaming stores, which bypass the caches
  Cycles irregular_lines;           ///< lines that indirect accesses read or write, in irregular order
};

/// Streams that are assumed to be rows of one array are also assumed to stay in the first level, unless the length of
/// the rows is known. In that case, they stay in the levels into which they fit.
[[nodiscard]] LineTraffic line_traffic(const std::vector<AccessStream> &streams,
                                       const std::vector<ArrayStreams> &arrays, const MemoryHierarchy &hierarchy,
                                       std::optional<std::int64_t> row_bytes = {});

/// One condition for each set of rows and each cache. `names[i]` is the name of streams[i]. `row_bytes` is as above.
[[nodiscard]] std::vector<LayerCondition> layer_conditions(const std::vector<AccessStream> &streams,
                                                           const std::vector<ArrayStreams> &arrays,
                                                           const std::vector<std::string> &names,
                                                           const MemoryHierarchy &hierarchy,
                                                           std::optional<std::int64_t> row_bytes = {});

} // namespace osaca
