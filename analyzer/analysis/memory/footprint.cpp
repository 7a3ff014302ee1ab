#include "analysis/memory/footprint.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

namespace osaca {
namespace {

/// A cache holds at most a quarter of what comes only once, so that nearly all of it comes from behind.
constexpr double times_a_cache = 4;
/// What is swept again and again pushes itself out of a cache that does not hold it. Caches that do not forget what was
/// used longest ago keep some of it near the limit.
constexpr double times_a_cache_repeatedly = 2;
constexpr double most_bytes = 9007199254740992.0; // 2^53: what a report can hold

bool runs_all_iterations(const Kernel &kernel) {
  const bool is_the_work = kernel.role.kind == LoopRole::Kind::plain || kernel.role.kind == LoopRole::Kind::vector_body;
  return is_the_work && kernel.role.copies == 0 && kernel.role.reading == LoopRole::Reading::whole &&
         kernel.path.count == 1 && !kernel.path.truncated && !kernel.encloses_loops &&
         kernel.source_iterations.value_or(0) > 0 && kernel.nest.trip_count;
}

bool is_regular(const AccessStream &stream) {
  return stream.step_bytes && (stream.kind == StreamKind::contiguous || stream.kind == StreamKind::strided);
}

/// Whether all that comes from further away is known to come in order.
bool all_are_regular(const std::vector<AccessStream> &streams) {
  return std::ranges::all_of(
      streams, [](const AccessStream &stream) { return is_regular(stream) || stream.kind == StreamKind::invariant; });
}

/// Bytes by the names of arrays, of which one counts once.
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
  bool has_rows_apart = kernel.nest.rows && kernel.nest.row_bytes; // what one row comes to, no other one does
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
