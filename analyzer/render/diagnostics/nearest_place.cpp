#include "render/diagnostics/nearest_place.h"

#include <algorithm>
#include <iterator>

namespace osaca {

NearestPlace::NearestPlace(const std::vector<SourceLocation> &places) {
  for (std::size_t i = 0; i < places.size(); ++i)
    files_[places[i].file][places[i].line].emplace(places[i].column, i);
}

std::size_t NearestPlace::index_of(const SourceLocation &where) const {
  const auto file = files_.find(where.file);
  if (file == files_.end())
    return 0;
  const Lines &lines = file->second;
  auto line = lines.lower_bound(where.line);
  if (line == lines.end())
    line = std::prev(line);
  else if (line->first != where.line && line != lines.begin()) {
    const auto before = std::prev(line);
    if (where.line - before->first <= line->first - where.line)
      line = before;
  }
  const auto &columns = line->second;
  if (const auto same = columns.find(where.column); line->first == where.line && same != columns.end())
    return same->second;
  return std::ranges::min_element(columns,
                                  [](const auto &a, const auto &b) {
                                    return a.second < b.second; // the one that was listed first
                                  })
      ->second;
}

} // namespace osaca
