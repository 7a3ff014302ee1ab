#include "source/statement_table.h"

#include "base/index.h"

#include <algorithm>
#include <climits>

namespace osaca {

void StatementTable::add(int source, const std::vector<LoopStatement> &loops, const std::vector<int> &annotations,
                         const std::vector<int> &by_all) {
  if (of_source_.size() <= at(source))
    of_source_.resize(at(source) + 1);
  const int first = count();
  of_source_[at(source)] = {first, static_cast<int>(loops.size()), true};
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const LoopStatement &loop = loops[i];
    statements_.push_back({source, loop.begin, loop.end, loop.parent < 0 ? -1 : first + loop.parent, annotations[i],
                           by_all.empty() ? -1 : by_all[i], loop.place});
  }
}

bool StatementTable::knows(int source) const {
  return source >= 0 && at(source) < of_source_.size() && of_source_[at(source)].is_known;
}

int StatementTable::innermost_at(const SourcePoint &place) const {
  if (place.line <= 0 || !knows(place.source))
    return -1;
  const Part &part = of_source_[at(place.source)];
  // Of a line without a column any part counts.
  const TextPosition for_begin{place.line, place.column > 0 ? place.column : INT_MAX};
  const TextPosition for_end{place.line, place.column};
  const auto begin = statements_.begin() + part.first;
  const auto after = std::upper_bound(
      begin, begin + part.count, for_begin,
      [](const TextPosition &wanted, const SourceStatement &statement) { return wanted < statement.begin; });
  if (after == begin)
    return -1;
  int statement = static_cast<int>(after - statements_.begin()) - 1;
  while (statement >= 0 && statements_[at(statement)].end < for_end)
    statement = statements_[at(statement)].parent;
  return statement;
}

int StatementTable::annotated_around(int statement) const {
  while (statement >= 0 && statements_[at(statement)].annotation < 0)
    statement = statements_[at(statement)].parent;
  return statement;
}

bool StatementTable::is_asked_for(int statement) const {
  return statement >= 0 && (statements_[at(statement)].by_all >= 0 || annotated_around(statement) >= 0);
}

} // namespace osaca
