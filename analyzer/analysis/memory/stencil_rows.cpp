#include "analysis/memory/stencil_rows.h"

#include "analysis/memory/added_streams.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace osaca {
namespace {

/// With two, a difference of two arrays' neighbours would look the same, and so would the halves of one array.
constexpr int fewest_rows = 3;
constexpr int fewest_rows_of_a_name = 2;

/// The array's name, where it is known, and the step.
using RowKey = std::pair<std::string, std::int64_t>;
using RowGroups = std::map<RowKey, std::vector<int>>;

bool may_be_row(const AccessStream &stream) {
  return stream.reads && stream.kind == StreamKind::contiguous && (!stream.writes || !stream.source_name.empty());
}

StreamSet possible_rows(const std::vector<AccessStream> &streams) {
  StreamSet rows = 0;
  for (int s = 0; s < static_cast<int>(std::min(streams.size(), most_streams)); ++s)
    if (may_be_row(streams[at(s)]))
      rows |= set_of(s);
  return rows;
}

/// Rows move alike and have one name. A stream without a name belongs to the only name that there is.
RowGroups row_groups(StreamSet members, const std::vector<AccessStream> &streams) {
  std::set<std::string> names;
  std::vector<int> rows;
  for (int s = 0; s < static_cast<int>(std::min(streams.size(), most_streams)); ++s)
    if (is_in(members, s)) {
      rows.push_back(s);
      if (!streams[at(s)].source_name.empty())
        names.insert(streams[at(s)].source_name);
    }
  RowGroups groups;
  for (const int row : rows)
    groups[{names.size() == 1 ? *names.begin() : streams[at(row)].source_name, *streams[at(row)].step_bytes}].push_back(
        row);
  return groups;
}

int bases_of(const std::vector<int> &rows, const std::vector<AccessStream> &streams) {
  std::set<int> bases;
  for (const int row : rows)
    bases.insert(streams[at(row)].array);
  return static_cast<int>(bases.size());
}

class RowFinder {
public:
  explicit RowFinder(const std::vector<AccessStream> &streams) : streams_(streams) {}

  /// All streams of a name: the loop around is known to move them by one row.
  void add_named(StreamSet rows) {
    for (const auto &[key, group] : row_groups(rows, streams_))
      if (is_named(group))
        add(key, group, fewest_rows_of_a_name);
  }

  void add_sum(const AddedStreams &sum) {
    for (const auto &[key, group] : row_groups(sum.all, streams_)) {
      const bool has_neighbours =
          std::ranges::any_of(group, [&](int row) { return streams_[at(row)].reads_neighbours; });
      if (has_neighbours) {
        add(key, group, is_named(group) ? fewest_rows_of_a_name : fewest_rows);
      } else if (sum.is_stored) {
        std::vector<int> plain;
        std::ranges::copy_if(group, std::back_inserter(plain), [&](int row) { return is_in(sum.plain, row); });
        add(key, std::move(plain), fewest_rows);
      }
    }
  }

  [[nodiscard]] std::vector<std::vector<int>> found() && { return std::move(found_); }

private:
  [[nodiscard]] bool is_named(const std::vector<int> &rows) const {
    return std::ranges::none_of(rows, [&](int row) { return streams_[at(row)].source_name.empty(); });
  }

  void add(const RowKey &key, std::vector<int> rows, int fewest) {
    if (!add_written(key, rows) || bases_of(rows, streams_) < fewest ||
        std::ranges::any_of(rows, [&](int row) { return taken_.contains(row); }))
      return;
    std::ranges::sort(rows);
    taken_.insert(rows.begin(), rows.end());
    found_.push_back(std::move(rows));
  }

  /// With the row that is updated in place. False: several are, so that the loop around goes on by several rows at
  /// once.
  [[nodiscard]] bool add_written(const RowKey &key, std::vector<int> &rows) const {
    int written = 0;
    for (int s = 0; !rows.empty() && s < static_cast<int>(streams_.size()); ++s) {
      const AccessStream &stream = streams_[at(s)];
      const bool is_row = std::ranges::find(rows, s) != rows.end();
      if (!stream.writes || !(is_row || is_of(key, stream)))
        continue;
      ++written;
      if (!is_row)
        rows.push_back(s);
    }
    return written < 2;
  }

  [[nodiscard]] static bool is_of(const RowKey &key, const AccessStream &stream) {
    return !key.first.empty() && stream.source_name == key.first && stream.step_bytes == key.second &&
           stream.kind == StreamKind::contiguous && !stream.is_streaming_store;
  }

  const std::vector<AccessStream> &streams_;
  std::set<int> taken_;
  std::vector<std::vector<int>> found_;
};

} // namespace

std::vector<std::vector<int>> stencil_rows(const Kernel &kernel, const PreparedKernel &prepared,
                                           const std::vector<AccessStream> &streams) {
  RowFinder finder(streams);
  const StreamSet possible = possible_rows(streams);
  int fewest = fewest_rows;
  std::vector<int> candidates;
  for (int s = 0; s < static_cast<int>(std::min(streams.size(), most_streams)); ++s)
    if (is_in(possible, s)) {
      candidates.push_back(s);
      if (!streams[at(s)].source_name.empty())
        fewest = fewest_rows_of_a_name;
    }
  if (bases_of(candidates, streams) < fewest)
    return {};
  if (kernel.nest.row_bytes)
    finder.add_named(possible);
  for (const AddedStreams &sum : added_streams(kernel, prepared, streams, possible))
    finder.add_sum(sum);
  return std::move(finder).found();
}

} // namespace osaca
