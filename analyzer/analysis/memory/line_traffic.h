// Whether what a loop read some iterations ago is still in a cache when it comes to it again: layer conditions (Rivera
// and Tseng, SC 2000; Stengel et al., ICS 2015), in the form that needs nothing but the distances between accesses
// (Hammer et al., 2017).
//
// Between two accesses of an array that follow each other at a distance of t, each access that is followed by another
// one within t leaves what lies between the two in the cache, and each other access leaves t:
//
//     C(t) = sum of the distances L <= t  +  t * (number of distances L > t)
//
// where the last access of an array is followed by nobody. What comes again after t is still there if C(t) fits.
// Distances are counted in iterations here, so that arrays may move at different speeds.
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

/// A place of an array that an iteration comes to.
struct ArrayPlace {
  std::int64_t offset_bytes = 0; ///< from any point that moves with the iterations
  bool writes = false;
};

/// The places of one array, all of which move by the same step.
struct ArrayPlaces {
  std::vector<ArrayPlace> places; ///< in any order
  std::int64_t step_bytes = 0;    ///< per iteration; not zero
  Cycles bytes_per_iteration;     ///< of cache that a place takes anew in an iteration
  std::int64_t bytes = 0;         ///< of the whole array; 0: not known
};

/// How many of an array's places are still in a cache when an iteration comes to them.
struct ArrayReuse {
  int hits = 0;
  int misses = 0;
  int evicts = 0; ///< changed places that leave the cache again
};

/// [i]: of arrays[i]. `other_bytes`: of cache that everything else takes anew in an iteration.
[[nodiscard]] std::vector<ArrayReuse> reuse_in_cache(std::span<const ArrayPlaces> arrays, Cycles other_bytes,
                                                     std::int64_t cache_bytes);

/// C of the description above: what must fit for a place to be there after so many iterations.
[[nodiscard]] Cycles bytes_needed(std::span<const ArrayPlaces> arrays, Cycles other_bytes, Cycles iterations);

/// By how many iterations two places of an array are apart.
[[nodiscard]] Cycles iterations_between(const ArrayPlaces &array, const ArrayPlace &a, const ArrayPlace &b);

/// The most iterations between two neighbouring places of an array; 0: it has but one.
[[nodiscard]] Cycles longest_reuse(const ArrayPlaces &array);

// How many bytes a loop comes to before it comes to any of them again, where its compiler knows how often it runs.
//
// A loop that runs through more bytes than a cache holds finds no more of them there than fit, whatever ran before it,
// and however often it is repeated. So trip counts tell where data are at nearest, and never where they are: a loop
// that runs once gets them from wherever they were.

/// Empty: not known; or only a part of the iterations runs through this kernel (remainders, paths, copies of a loop).
/// Counted at the least: streams of one name, or of none, may come to the same places.
[[nodiscard]] std::optional<Footprint> footprint_of(const Kernel &kernel, const std::vector<AccessStream> &streams,
                                                    const MemoryHierarchy &hierarchy);

// How often the stores of a loop come back to a line that they have left for another one: two arrays that are written
// half a line at a time, by turns, come to each line twice.

/// Per iteration, of the streams that move regularly and are written through the caches.
struct LineRevisits {
  Cycles lines;    ///< that are written
  Cycles revisits; ///< beyond the first visit of each
};

[[nodiscard]] LineRevisits line_revisits(const std::vector<AccessStream> &streams, const AddressAnalysis &addresses,
                                         int line_bytes);

// Cache lines that an iteration moves between each level of memory and the one before it, if its data come from behind
// all of them.
//
// Every array whose earlier rows are still in a level (layer_conditions.h) asks the next one for its leading row only.
// What is written is read before, unless it is a streaming store, and goes back once. A victim level is given all lines
// that leave the level before it, which are as many as came in.

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
