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

#include "base/cycles.h"

#include <cstdint>
#include <span>
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

} // namespace osaca
