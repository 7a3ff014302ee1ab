#include "collection/collection.h"

#include <algorithm>

namespace osaca {

std::string_view name_of(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::slower: return "slower";
  case ChangeKind::faster: return "faster";
  case ChangeKind::appeared: return "appeared";
  case ChangeKind::vanished: return "vanished";
  case ChangeKind::lost_vectorisation: return "lost_vectorisation";
  case ChangeKind::gained_vectorisation: return "gained_vectorisation";
  case ChangeKind::bound_changed: return "bound_changed";
  case ChangeKind::data_moved: return "data_moved";
  case ChangeKind::other_paths: return "other_paths";
  }
  return "unknown";
}

int Comparison::regression_count() const {
  return static_cast<int>(
      std::ranges::count_if(changes, [](const LoopChange &change) { return change.is_regression; }));
}

int Collection::open_finding_count(Severity least) const {
  return static_cast<int>(std::ranges::count_if(findings, [least](const CollectedFinding &finding) {
    return finding.suppression == Suppression::none && finding.finding.severity >= least;
  }));
}

} // namespace osaca
