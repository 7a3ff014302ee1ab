#include "analysis/memory/layer_conditions.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace osaca {
namespace {

/// The places in the order in which they come to a line, first the one that no other was at before.
std::vector<ArrayPlace> in_order_of_arrival(const ArrayPlaces &array) {
  std::vector<ArrayPlace> ordered = array.places;
  std::ranges::stable_sort(ordered, [&](const ArrayPlace &a, const ArrayPlace &b) {
    return array.step_bytes > 0 ? a.offset_bytes > b.offset_bytes : a.offset_bytes < b.offset_bytes;
  });
  return ordered;
}

/// After how many iterations each place but the first is come to again.
std::vector<Cycles> distances(const ArrayPlaces &array) {
  const std::vector<ArrayPlace> ordered = in_order_of_arrival(array);
  std::vector<Cycles> found;
  for (std::size_t i = 0; i + 1 < ordered.size(); ++i)
    found.push_back(iterations_between(array, ordered[i], ordered[i + 1]));
  return found;
}

/// The longest distance after which places are still there; empty: none is.
std::optional<Cycles> longest_that_fits(std::span<const ArrayPlaces> arrays, Cycles other_bytes,
                                        std::int64_t cache_bytes) {
  std::vector<Cycles> candidates;
  for (const ArrayPlaces &array : arrays) {
    const std::vector<Cycles> own = distances(array);
    candidates.insert(candidates.end(), own.begin(), own.end());
  }
  std::ranges::sort(candidates, [](Cycles a, Cycles b) { return b < a; });
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  // The longer, the more is needed.
  const auto is_too_long = [&](Cycles iterations) {
    return bytes_needed(arrays, other_bytes, iterations) > Cycles(cache_bytes);
  };
  const auto longest = std::ranges::partition_point(candidates, is_too_long);
  return longest == candidates.end() ? std::nullopt : std::optional(*longest);
}

ArrayReuse reuse_of_array(const ArrayPlaces &array, std::optional<Cycles> longest) {
  const std::vector<ArrayPlace> ordered = in_order_of_arrival(array);
  ArrayReuse reuse;
  bool is_changed = false; // what has been in the cache since it was last missed
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const bool stays = i > 0 && (ordered[i].offset_bytes == ordered[i - 1].offset_bytes ||
                                 (longest && iterations_between(array, ordered[i - 1], ordered[i]) <= *longest));
    if (!stays) {
      reuse.evicts += is_changed ? 1 : 0;
      is_changed = false;
    }
    ++(stays ? reuse.hits : reuse.misses);
    is_changed = is_changed || ordered[i].writes;
  }
  reuse.evicts += is_changed ? 1 : 0;
  return reuse;
}

bool all_fit(std::span<const ArrayPlaces> arrays, std::int64_t cache_bytes) {
  std::int64_t sum = 0;
  for (const ArrayPlaces &array : arrays) {
    if (array.bytes <= 0 || array.bytes >= cache_bytes - sum)
      return false;
    sum += array.bytes;
  }
  return true;
}

} // namespace

Cycles iterations_between(const ArrayPlaces &array, const ArrayPlace &a, const ArrayPlace &b) {
  const std::int64_t apart = a.offset_bytes - b.offset_bytes;
  return {apart < 0 ? -apart : apart, array.step_bytes < 0 ? -array.step_bytes : array.step_bytes};
}

Cycles longest_reuse(const ArrayPlaces &array) {
  const std::vector<Cycles> all = distances(array);
  return all.empty() ? Cycles(0) : *std::ranges::max_element(all);
}

Cycles bytes_needed(std::span<const ArrayPlaces> arrays, Cycles other_bytes, Cycles iterations) {
  Cycles needed = other_bytes * iterations;
  for (const ArrayPlaces &array : arrays) {
    Cycles held = iterations; // by the last place
    for (const Cycles distance : distances(array))
      held += std::min(distance, iterations);
    needed += held * array.bytes_per_iteration;
  }
  return needed;
}

std::vector<ArrayReuse> reuse_in_cache(std::span<const ArrayPlaces> arrays, Cycles other_bytes,
                                       std::int64_t cache_bytes) {
  std::vector<ArrayReuse> reuse;
  const bool all_stay = other_bytes.is_zero() && all_fit(arrays, cache_bytes);
  const std::optional<Cycles> longest = all_stay ? std::nullopt : longest_that_fits(arrays, other_bytes, cache_bytes);
  for (const ArrayPlaces &array : arrays)
    reuse.push_back(all_stay ? ArrayReuse{static_cast<int>(array.places.size()), 0, 0}
                             : reuse_of_array(array, longest));
  return reuse;
}

} // namespace osaca
