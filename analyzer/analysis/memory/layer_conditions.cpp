#include "analysis/memory/line_traffic.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <string>

namespace osaca {

namespace {

/// The places in the order in which they reach a line. The first one is the one that reaches new lines.
std::vector<ArrayPosition> in_order_of_arrival(const ArrayPositions &array) {
  std::vector<ArrayPosition> ordered = array.places;
  std::ranges::stable_sort(ordered, [&](const ArrayPosition &a, const ArrayPosition &b) {
    return array.step_bytes > 0 ? a.offset_bytes > b.offset_bytes : a.offset_bytes < b.offset_bytes;
  });
  return ordered;
}

/// For each place except the first, the number of iterations until a line is accessed again.
std::vector<Cycles> distances(const ArrayPositions &array) {
  const std::vector<ArrayPosition> ordered = in_order_of_arrival(array);
  std::vector<Cycles> found;
  for (std::size_t i = 0; i + 1 < ordered.size(); ++i)
    found.push_back(iterations_between(array, ordered[i], ordered[i + 1]));
  return found;
}

/// The greatest distance after which places are still in the cache; empty: there is none.
std::optional<Cycles> longest_that_fits(std::span<const ArrayPositions> arrays, Cycles other_bytes,
                                        std::int64_t cache_bytes) {
  std::vector<Cycles> candidates;
  for (const ArrayPositions &array : arrays) {
    const std::vector<Cycles> own = distances(array);
    candidates.insert(candidates.end(), own.begin(), own.end());
  }
  std::ranges::sort(candidates, [](Cycles a, Cycles b) { return b < a; });
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  // Greater distances need more bytes.
  const auto is_too_long = [&](Cycles iterations) {
    return bytes_needed(arrays, other_bytes, iterations) > Cycles(cache_bytes);
  };
  const auto longest = std::ranges::partition_point(candidates, is_too_long);
  return longest == candidates.end() ? std::nullopt : std::optional(*longest);
}

ArrayReuse reuse_of_array(const ArrayPositions &array, std::optional<Cycles> longest) {
  const std::vector<ArrayPosition> ordered = in_order_of_arrival(array);
  ArrayReuse reuse;
  bool is_changed = false; // whether the line was written since it was last missed
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

bool all_fit(std::span<const ArrayPositions> arrays, std::int64_t cache_bytes) {
  std::int64_t sum = 0;
  for (const ArrayPositions &array : arrays) {
    if (array.bytes <= 0 || array.bytes >= cache_bytes - sum)
      return false;
    sum += array.bytes;
  }
  return true;
}

} // namespace

Cycles iterations_between(const ArrayPositions &array, const ArrayPosition &a, const ArrayPosition &b) {
  const std::int64_t apart = a.offset_bytes - b.offset_bytes;
  return {apart < 0 ? -apart : apart, array.step_bytes < 0 ? -array.step_bytes : array.step_bytes};
}

Cycles longest_reuse(const ArrayPositions &array) {
  const std::vector<Cycles> all = distances(array);
  return all.empty() ? Cycles(0) : *std::ranges::max_element(all);
}

Cycles bytes_needed(std::span<const ArrayPositions> arrays, Cycles other_bytes, Cycles iterations) {
  Cycles needed = other_bytes * iterations;
  for (const ArrayPositions &array : arrays) {
    Cycles held = iterations; // by the last place
    for (const Cycles distance : distances(array))
      held += std::min(distance, iterations);
    needed += held * array.bytes_per_iteration;
  }
  return needed;
}

std::vector<ArrayReuse> reuse_in_cache(std::span<const ArrayPositions> arrays, Cycles other_bytes,
                                       std::int64_t cache_bytes) {
  std::vector<ArrayReuse> reuse;
  const bool all_stay = other_bytes.is_zero() && all_fit(arrays, cache_bytes);
  const std::optional<Cycles> longest = all_stay ? std::nullopt : longest_that_fits(arrays, other_bytes, cache_bytes);
  for (const ArrayPositions &array : arrays)
    reuse.push_back(all_stay ? ArrayReuse{static_cast<int>(array.places.size()), 0, 0}
                             : reuse_of_array(array, longest));
  return reuse;
}

namespace {

/// A cache holds at most a quarter of data that is accessed once, so that nearly all of it comes from the next level.
constexpr double times_a_cache = 4;
/// Data that is accessed again and again evicts itself from a cache that is too small for it. Caches that do not evict
/// the least recently used line keep some of it if its size is near the limit.
constexpr double times_a_cache_repeatedly = 2;
constexpr double most_bytes = 9007199254740992.0; // 2^53: the largest number that a report can represent

bool runs_all_iterations(const Kernel &kernel) {
  const bool is_the_work = kernel.role.kind == LoopRole::Kind::plain || kernel.role.kind == LoopRole::Kind::vector_body;
  return is_the_work && kernel.role.copies == 0 && kernel.role.reading == LoopRole::Reading::whole &&
         kernel.path.count == 1 && !kernel.path.truncated && !kernel.encloses_loops &&
         kernel.source_iterations.value_or(0) > 0 && kernel.nest.trip_count;
}

bool is_regular(const AccessStream &stream) {
  return stream.step_bytes && (stream.kind == StreamKind::contiguous || stream.kind == StreamKind::strided);
}

/// Whether all data from farther levels is known to be accessed in order.
bool all_are_regular(const std::vector<AccessStream> &streams) {
  return std::ranges::all_of(
      streams, [](const AccessStream &stream) { return is_regular(stream) || stream.kind == StreamKind::invariant; });
}

/// Bytes by the names of arrays. Each array counts once.
using BytesOfArrays = std::map<std::string, double>;

double bytes_of_all(const BytesOfArrays &arrays) {
  double sum = 0;
  for (const auto &[name, bytes] : arrays)
    sum += bytes;
  return std::min(sum, most_bytes);
}

int nearest_level(double bytes, bool is_repeated, const MemoryHierarchy &hierarchy) {
  const double factor = is_repeated ? times_a_cache_repeatedly : times_a_cache;
  int nearest = 0;
  double cache_bytes = hierarchy.l1_bytes;
  for (const MemoryLevel &level : hierarchy.levels) {
    if (cache_bytes <= 0 || bytes < factor * cache_bytes)
      break;
    ++nearest;
    cache_bytes = static_cast<double>(level.bytes);
  }
  return nearest;
}

} // namespace

std::optional<Footprint> footprint_of(const Kernel &kernel, const std::vector<AccessStream> &streams,
                                      const MemoryHierarchy &hierarchy) {
  if (!runs_all_iterations(kernel))
    return std::nullopt;
  const double iterations = static_cast<double>(*kernel.nest.trip_count) / *kernel.source_iterations;
  BytesOfArrays of_run;
  bool has_rows_apart = kernel.nest.rows && kernel.nest.row_bytes; // each row has its own data
  for (const AccessStream &stream : streams) {
    if (!is_regular(stream) || stream.is_streaming_store)
      continue;
    double &bytes = of_run[stream.source_name];
    bytes = std::max(bytes, stream.lines_per_iteration.to_double() * hierarchy.line_bytes * iterations);
    has_rows_apart = has_rows_apart && static_cast<double>(*kernel.nest.row_bytes) >=
                                           std::abs(static_cast<double>(*stream.step_bytes)) * iterations;
  }
  if (of_run.empty())
    return std::nullopt;
  const double bytes =
      std::min(bytes_of_all(of_run) * (has_rows_apart ? static_cast<double>(*kernel.nest.rows) : 1), most_bytes);
  Footprint footprint;
  footprint.bytes = static_cast<std::int64_t>(bytes);
  if (has_rows_apart || !kernel.nest.rows)
    footprint.sweeps = kernel.nest.sweeps;
  if (all_are_regular(streams))
    footprint.nearest_level = nearest_level(bytes, footprint.sweeps.value_or(1) > 1, hierarchy);
  return footprint;
}

} // namespace osaca
