// The stencils of the published tables by their names, as the places that an update comes to.
#pragma once

#include "analysis/memory/line_traffic.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca::sample {

/// Arrays of an update in a cube of N x N x N doubles (2D: N x N).
using Stencil = std::function<std::vector<ArrayPositions>(std::int64_t)>;

inline constexpr int double_bytes = 8;

inline ArrayPositions array_of(const std::vector<std::int64_t> &elements, bool writes = false) {
  ArrayPositions array;
  array.step_bytes = double_bytes;
  array.bytes_per_iteration = Cycles(double_bytes);
  for (const std::int64_t element : elements)
    array.places.push_back({element * double_bytes, writes});
  return array;
}

/// Arms of `radius` along so many dimensions.
inline std::vector<std::int64_t> star(std::int64_t n, int radius, int dimensions, bool with_centre = true) {
  std::vector<std::int64_t> places;
  if (with_centre)
    places.push_back(0);
  std::int64_t pitch = 1;
  for (int d = 0; d < dimensions; ++d, pitch *= n)
    for (int r = 1; r <= radius; ++r) {
      places.push_back(r * pitch);
      places.push_back(-r * pitch);
    }
  return places;
}

inline std::vector<std::int64_t> box(std::int64_t n) {
  std::vector<std::int64_t> places;
  for (const std::int64_t z : {-1, 0, 1})
    for (const std::int64_t y : {-1, 0, 1})
      for (const std::int64_t x : {-1, 0, 1})
        places.push_back((z * n + y) * n + x);
  return places;
}

/// b = stencil(a), with coefficients in arrays of their own.
inline std::vector<ArrayPositions> out_of_place(const std::vector<std::int64_t> &places, int coefficients) {
  std::vector<ArrayPositions> arrays = {array_of(places), array_of({0}, true)};
  for (int c = 0; c < coefficients; ++c)
    arrays.push_back(array_of({0}));
  return arrays;
}

/// U = 2 V - U + ROC * laplacian(V), of eighth order.
inline std::vector<ArrayPositions> long_range(std::int64_t n) {
  ArrayPositions updated = array_of({0, 0}, true);
  updated.places.front().writes = false;
  return {array_of(star(n, 4, 3)), updated, array_of({0})};
}

/// u1 += (differences of xx along x, of xy along y, of xz along z) / (mean of d1's four neighbours).
inline std::vector<ArrayPositions> uxx(std::int64_t n) {
  const auto differences = [](std::int64_t pitch) { return array_of({-2 * pitch, -pitch, 0, pitch}); };
  ArrayPositions updated = array_of({0, 0}, true);
  updated.places.front().writes = false;
  return {updated, differences(1), differences(n), differences(n * n), array_of({0, -n, -n * n, -n * n - n})};
}

/// "3d-13pt-star-variable-isotropic" and the like. Isotropic: a coefficient for the centre and one for each distance
/// from it.
inline std::optional<Stencil> stencil_named(const std::string &name) {
  const auto has = [&](const char *part) { return name.find(part) != std::string::npos; };
  if (name == "long-range")
    return long_range;
  if (name == "uxx")
    return uxx;
  if (name == "2d-5pt")
    return [](std::int64_t n) { return out_of_place(star(n, 1, 2, false), 0); };
  if (!has("3d-"))
    return std::nullopt;
  if (has("27pt"))
    return [varies = has("variable")](std::int64_t n) { return out_of_place(box(n), varies ? 4 : 0); };
  const int radius = has("7pt") ? 1 : has("13pt") ? 2 : 3;
  return [radius, varies = has("variable")](std::int64_t n) {
    return out_of_place(star(n, radius, 3), varies ? radius + 1 : 0);
  };
}

/// The number of iterations for which a condition of this dimension keeps places: the longest way back within it. 3D:
/// from plane to plane, 2D: from row to row.
inline Cycles reuse_within(const std::vector<ArrayPositions> &arrays, std::int64_t n, int dimension) {
  Cycles longest;
  for (const ArrayPositions &array : arrays) {
    std::vector<std::int64_t> offsets;
    for (const ArrayPosition &place : array.places)
      offsets.push_back(place.offset_bytes / double_bytes);
    std::ranges::sort(offsets);
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      const std::int64_t apart = offsets[i + 1] - offsets[i];
      if (dimension == 3 || apart <= n)
        longest = std::max(longest, Cycles(apart));
    }
  }
  return longest;
}

inline bool condition_holds(const Stencil &stencil, std::int64_t n, int dimension, std::int64_t cache_bytes) {
  const std::vector<ArrayPositions> arrays = stencil(n);
  return bytes_needed(arrays, Cycles(0), reuse_within(arrays, n, dimension)) <= Cycles(cache_bytes);
}

/// The largest N for which it holds.
inline std::int64_t largest_n(const Stencil &stencil, int dimension, std::int64_t cache_bytes) {
  std::int64_t holds = 8;
  std::int64_t fails = 4'000'000;
  while (fails - holds > 1) {
    const std::int64_t middle = (holds + fails) / 2;
    (condition_holds(stencil, middle, dimension, cache_bytes) ? holds : fails) = middle;
  }
  return holds;
}

/// What an update misses and evicts in a cache, in all its arrays together.
inline ArrayReuse reuse_of(const std::vector<ArrayPositions> &arrays, std::int64_t cache_bytes) {
  ArrayReuse sum;
  for (const ArrayReuse &reuse : reuse_in_cache(arrays, Cycles(0), cache_bytes)) {
    sum.hits += reuse.hits;
    sum.misses += reuse.misses;
    sum.evicts += reuse.evicts;
  }
  return sum;
}

} // namespace osaca::sample
