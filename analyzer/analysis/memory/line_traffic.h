// Layer conditions: whether data that a loop read some iterations ago is still in a cache when the loop accesses it
// again (Rivera and Tseng, SC 2000; Stengel et al., ICS 2015), in the form that needs only the distances between
// accesses (Hammer et al., 2017).
//
// For a distance of t between two consecutive accesses of an array: each access that is followed by another one within
// t keeps the data between the two in the cache, and each other access keeps t:
//
//     C(t) = sum of the distances L <= t  +  t * (number of distances L > t)
//
// The last access of an array has no access after it. Data that is accessed again after t is still there if C(t) fits.
// Distances are counted in iterations, so that arrays may move at different speeds.
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
  std::int64_t offset_bytes = 0; ///< relative to a point that is common to the array and moves with the iterations
  bool writes = false;
};

/// All positions in one array. They move by the same step.
struct ArrayPositions {
  std::vector<ArrayPosition> places; ///< in any order
  std::int64_t step_bytes = 0;       ///< per iteration; not zero
  Cycles bytes_per_iteration;        ///< new bytes in the cache, per position and iteration
  std::int64_t bytes = 0;            ///< size of the whole array; 0: not known
};

/// How many of an array's positions are still in a cache when an iteration accesses them.
struct ArrayReuse {
  int hits = 0;
  int misses = 0;
  int evicts = 0; ///< changed positions that are evicted from the cache
};

/// [i] is for arrays[i]. `other_bytes` are the bytes of cache that all other accesses newly occupy per iteration.
[[nodiscard]] std::vector<ArrayReuse> reuse_in_cache(std::span<const ArrayPositions> arrays, Cycles other_bytes,
                                                     std::int64_t cache_bytes);

/// C(t) of the description above: the bytes that must fit so that data is still in the cache after t = `iterations`.
[[nodiscard]] Cycles bytes_needed(std::span<const ArrayPositions> arrays, Cycles other_bytes, Cycles iterations);

/// The distance between two positions of an array, in iterations.
[[nodiscard]] Cycles iterations_between(const ArrayPositions &array, const ArrayPosition &a, const ArrayPosition &b);

/// The greatest distance between neighbouring positions of an array, in iterations. 0: it has only one.
[[nodiscard]] Cycles longest_reuse(const ArrayPositions &array);

// The footprint: the bytes that a loop accesses before it accesses any of them again, if the compiler knows its trip
// count.
//
// A loop that accesses more bytes than a cache holds finds no more of them there than fit, whatever ran before it and
// however often it is repeated. So trip counts show the nearest level that can hold the data, but not where the data
// is: a loop that runs once gets it from wherever it was.

/// Empty: not known, or only a part of the iterations runs through this kernel (remainders, paths, copies of a loop).
/// This is a lower bound: streams of one name, or without a name, may access the same data.
[[nodiscard]] std::optional<Footprint> footprint_of(const Kernel &kernel, const std::vector<AccessStream> &streams,
                                                    const MemoryHierarchy &hierarchy);

// How often the stores of a loop return to a line after stores to another line. For example, two arrays that are
// written alternately, half a line at a time, visit each line twice.

/// Per iteration, for the streams that move regularly and are written through the caches.
struct LineRevisits {
  Cycles lines;    ///< lines that are written
  Cycles revisits; ///< visits after the first one of each line
};

[[nodiscard]] LineRevisits line_revisits(const std::vector<AccessStream> &streams, const AddressAnalysis &addresses,
                                         int line_bytes);

// The cache lines that an iteration moves between each level of memory and the next nearer one, if its data comes from
// the farthest level.
//
// An array whose earlier rows are still in a level (see the layer conditions above) requests only its leading row from
// the next level. Data that is written is read before, unless it is a streaming store, and is written back once. A
// victim cache receives all lines that the previous level evicts, which are as many as that level received.

/// An array, formed from a loop's streams.
struct ArrayStreams {
  ArrayPositions places;
  std::vector<int> streams; ///< the streams that are its rows
  Cycles lines_per_row;     ///< per iteration
  int line_step = 1;        ///< the distances between its lines are multiples of this number of lines
  int rows_of = -1;         ///< arrays with the same number are assumed to be rows of one array; -1: none
};

[[nodiscard]] std::vector<ArrayStreams> arrays_of(const std::vector<AccessStream> &streams,
                                                  const std::vector<std::vector<int>> &stencils, int line_bytes);

struct LineTraffic {
  std::vector<LevelTraffic> levels; ///< [i]: between hierarchy.levels[i] and the next nearer level
  Cycles streaming_lines;           ///< lines written by streaming stores, which bypass the caches
  Cycles irregular_lines;           ///< lines that indirect accesses read or write
};

/// Rows that are assumed to belong to one array are assumed to stay in the first level. If the length of rows is known,
/// they stay in the levels in which they fit.
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
