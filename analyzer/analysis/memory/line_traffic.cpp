#include "analysis/memory/line_traffic.h"

#include "analysis/bounds/store_commit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace osaca {

namespace {

bool moves_regularly(const AccessStream &stream) {
  return !stream.is_streaming_store && stream.step_bytes &&
         (stream.kind == StreamKind::contiguous || stream.kind == StreamKind::strided);
}

/// Whether each access is, as far as is known, to a line that no other iteration accesses. This includes strides in a
/// register.
bool comes_to_new_lines(const AccessStream &stream) {
  return !stream.is_streaming_store && (stream.kind == StreamKind::chased || stream.kind == StreamKind::indirect ||
                                        (stream.kind == StreamKind::strided && !stream.step_bytes));
}

std::vector<ArrayPositions> places_of(const std::vector<ArrayStreams> &arrays) {
  std::vector<ArrayPositions> places;
  for (const ArrayStreams &array : arrays)
    places.push_back(array.places);
  return places;
}

/// Rows of one array may have any distance.
int line_step(const ArrayStreams &array, const std::vector<AccessStream> &streams, int line_bytes) {
  const AccessStream &first = streams[at(array.streams.front())];
  std::int64_t lines = first.line_step;
  for (const int s : array.streams) {
    lines = std::gcd(lines, streams[at(s)].line_step);
    lines = std::gcd(lines, (streams[at(s)].first_offset_bytes - first.first_offset_bytes) / line_bytes);
  }
  return static_cast<int>(lines);
}

/// The lines of accesses in no known order. They occupy a cache as all others do.
LevelTraffic irregular_traffic(const std::vector<AccessStream> &streams) {
  LevelTraffic traffic;
  for (const AccessStream &stream : streams)
    if (comes_to_new_lines(stream)) {
      traffic.lines_read += stream.lines_per_iteration;
      traffic.lines_written += stream.writes ? stream.lines_per_iteration : Cycles(0);
    }
  return traffic;
}

/// The greatest length of rows with their own base registers at which they stay in a cache. During one row, each stream
/// of the loop leaves a row there.
std::int64_t longest_rows(const std::vector<ArrayStreams> &arrays, int rows_of, std::int64_t cache_bytes) {
  Cycles row_lines;
  Cycles all_lines;
  for (const ArrayStreams &array : arrays) {
    all_lines += Cycles(static_cast<std::int64_t>(array.places.places.size())) * array.lines_per_row;
    if (array.rows_of == rows_of)
      row_lines = array.lines_per_row;
  }
  const Cycles rows_in_cache = all_lines / row_lines;
  return static_cast<std::int64_t>(static_cast<double>(cache_bytes) / rows_in_cache.to_double());
}

/// The lines that a cache of this size requests from the next level, and the changed lines that it evicts. `line_banks`
/// is that of the next level.
LevelTraffic traffic_beyond(const std::vector<ArrayStreams> &arrays, const LevelTraffic &irregular,
                            std::int64_t cache_bytes, int line_bytes, int line_banks,
                            std::optional<std::int64_t> row_bytes) {
  const std::vector<ArrayReuse> reuse =
      reuse_in_cache(places_of(arrays), irregular.lines_read * Cycles(line_bytes), cache_bytes);
  LevelTraffic traffic = irregular;
  std::map<int, Cycles> shared; // by rows_of: of rows that are assumed to stay, only one comes from the next level
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    const Cycles read = Cycles(reuse[a].misses) * arrays[a].lines_per_row;
    traffic.lines_written += Cycles(reuse[a].evicts) * arrays[a].lines_per_row;
    traffic.lines_crowded += read * Cycles(std::gcd(arrays[a].line_step, line_banks) - 1);
    if (arrays[a].rows_of < 0 || (row_bytes && *row_bytes > longest_rows(arrays, arrays[a].rows_of, cache_bytes)))
      traffic.lines_read += read;
    else
      shared[arrays[a].rows_of] = std::max(shared[arrays[a].rows_of], read);
  }
  for (const auto &[rows, lines] : shared)
    traffic.lines_read += lines;
  return traffic;
}

std::int64_t bytes_before(const MemoryHierarchy &hierarchy, std::size_t level) {
  return level == 0 ? hierarchy.l1_bytes : hierarchy.levels[level - 1].bytes;
}

struct NamedCache {
  std::string name;
  std::int64_t bytes = 0;
};

std::vector<NamedCache> caches_of(const MemoryHierarchy &hierarchy) {
  std::vector<NamedCache> caches = {{"L1", hierarchy.l1_bytes}};
  for (const MemoryLevel &level : hierarchy.levels)
    if (level.bytes > 0)
      caches.push_back({level.name, level.bytes});
  return caches;
}

/// For rows at known distances. The distances are proportional to the length of a row, as are the bytes that must fit.
LayerCondition known_condition(const ArrayStreams &array, const std::vector<ArrayPositions> &all, Cycles other_bytes,
                               const NamedCache &cache) {
  const Cycles longest = longest_reuse(array.places);
  const Cycles row_bytes =
      longest * Cycles(array.places.step_bytes < 0 ? -array.places.step_bytes : array.places.step_bytes);
  const Cycles needed = bytes_needed(all, other_bytes, longest);
  LayerCondition condition;
  condition.level = cache.name;
  condition.rows = static_cast<int>(array.places.places.size());
  condition.row_bytes = row_bytes.numerator() / row_bytes.denominator();
  condition.most_row_bytes =
      static_cast<std::int64_t>(static_cast<double>(cache.bytes) / needed.to_double() * row_bytes.to_double());
  condition.lines_saved = Cycles(condition.rows - 1) * array.lines_per_row;
  return condition;
}

LayerCondition assumed_condition(const std::vector<ArrayStreams> &arrays, int rows_of, const NamedCache &cache,
                                 std::optional<std::int64_t> row_bytes) {
  LayerCondition condition;
  condition.level = cache.name;
  condition.row_bytes = row_bytes;
  Cycles row_lines;
  for (const ArrayStreams &array : arrays) {
    const int places = static_cast<int>(array.places.places.size());
    if (array.rows_of != rows_of)
      continue;
    condition.rows += places;
    condition.lines_saved += Cycles(places) * array.lines_per_row;
    row_lines = array.lines_per_row;
  }
  condition.lines_saved -= row_lines;
  condition.most_row_bytes = longest_rows(arrays, rows_of, cache.bytes);
  return condition;
}

} // namespace

std::vector<ArrayStreams> arrays_of(const std::vector<AccessStream> &streams,
                                    const std::vector<std::vector<int>> &stencils, int line_bytes) {
  std::map<int, int> place; // by AccessStream::array
  std::vector<ArrayStreams> arrays;
  for (int s = 0; s < static_cast<int>(streams.size()); ++s) {
    const AccessStream &stream = streams[at(s)];
    if (!moves_regularly(stream))
      continue;
    const auto [known, fresh] = place.try_emplace(stream.array, static_cast<int>(arrays.size()));
    if (fresh) {
      arrays.emplace_back();
      arrays.back().places.step_bytes = *stream.step_bytes;
    }
    ArrayStreams &array = arrays[at(known->second)];
    array.streams.push_back(s);
    array.places.places.push_back({stream.first_offset_bytes, stream.writes});
    array.lines_per_row = std::max(array.lines_per_row, stream.lines_per_iteration);
    array.places.bytes_per_iteration = array.lines_per_row * Cycles(line_bytes);
    for (int rows = 0; rows < static_cast<int>(stencils.size()); ++rows)
      if (std::find(stencils[at(rows)].begin(), stencils[at(rows)].end(), s) != stencils[at(rows)].end())
        array.rows_of = rows;
  }
  for (ArrayStreams &array : arrays)
    array.line_step = line_step(array, streams, line_bytes);
  return arrays;
}

LineTraffic line_traffic(const std::vector<AccessStream> &streams, const std::vector<ArrayStreams> &arrays,
                         const MemoryHierarchy &hierarchy, std::optional<std::int64_t> row_bytes) {
  LineTraffic traffic;
  for (const AccessStream &stream : streams) {
    if (stream.is_streaming_store)
      traffic.streaming_lines += stream.lines_per_iteration;
    else if (stream.kind == StreamKind::indirect)
      traffic.irregular_lines += stream.lines_per_iteration;
  }
  const LevelTraffic irregular = irregular_traffic(streams);
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    LevelTraffic lines = traffic_beyond(arrays, irregular, bytes_before(hierarchy, level), hierarchy.line_bytes,
                                        std::max(hierarchy.levels[level].line_banks, 1), row_bytes);
    if (hierarchy.levels[level].victim && lines.lines_read > lines.lines_written) {
      lines.lines_unchanged = lines.lines_read - lines.lines_written;
      lines.lines_written = lines.lines_read;
    }
    traffic.levels.push_back(lines);
  }
  return traffic;
}

std::vector<LayerCondition> layer_conditions(const std::vector<AccessStream> &streams,
                                             const std::vector<ArrayStreams> &arrays,
                                             const std::vector<std::string> &names, const MemoryHierarchy &hierarchy,
                                             std::optional<std::int64_t> row_bytes) {
  const std::vector<ArrayPositions> all = places_of(arrays);
  const Cycles other_bytes = irregular_traffic(streams).lines_read * Cycles(hierarchy.line_bytes);
  std::vector<LayerCondition> found;
  std::set<int> reported;
  for (const ArrayStreams &array : arrays) {
    const bool is_assumed = array.rows_of >= 0;
    if (is_assumed ? !reported.insert(array.rows_of).second : array.places.places.size() < 2)
      continue;
    for (const NamedCache &cache : caches_of(hierarchy)) {
      found.push_back(is_assumed ? assumed_condition(arrays, array.rows_of, cache, row_bytes)
                                 : known_condition(array, all, other_bytes, cache));
      found.back().array = names[at(array.streams.front())];
    }
  }
  return found;
}

LineRevisits line_revisits(const std::vector<AccessStream> &streams, const AddressAnalysis &addresses, int line_bytes) {
  std::vector<int> written;
  Cycles lines;
  for (const AccessStream &stream : streams) {
    if (!stream.writes || stream.is_streaming_store ||
        (stream.kind != StreamKind::contiguous && stream.kind != StreamKind::strided))
      continue;
    written.insert(written.end(), stream.accesses.begin(), stream.accesses.end());
    lines += stream.lines_per_iteration;
  }
  std::ranges::sort(written); // in program order
  std::vector<const MemoryAccess *> stores;
  for (const int access : written)
    stores.push_back(&addresses.accesses[at(access)]);
  const Cycles visits = throughput_of(stores, {line_bytes, 1, false, false, {}}).block_changes;
  return {lines, std::max(Cycles(0), visits - lines)};
}

} // namespace osaca
