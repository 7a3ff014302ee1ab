// The order in which all forms of a report list loops and findings: what matters most first, each loop of the source
// once.
#pragma once

#include "collection/source_loops.h"
#include "render/selection.h"

#include <vector>

namespace osaca {

struct Ranking {
  std::vector<SourceLoop> loops; ///< what matters most first
  std::vector<int> of_each;      ///< for each of Collection::loops, its index in `loops`
};
[[nodiscard]] Ranking ranking_of(const Collection &collection);

/// What copies, paths and cores of one loop of the source say alike. What is about a promise or an annotation stays by
/// itself.
struct FoldedFinding {
  const CollectedFinding *first = nullptr; ///< the one that speaks
  int source_loop = -1;                    ///< index into Ranking::loops; -1: there is no machine code
  std::vector<const CollectedFinding *> others;
};

/// The open ones that are not minor, the most important first: by severity; regressions and broken budgets before the
/// others; what is about no machine code before what is; then in the order of the loops, and within a loop by
/// CollectedFinding::gain_share.
[[nodiscard]] FindingList open_findings_by_importance(const Collection &collection, const Ranking &ranking);

/// In the same order; of one loop those with the same rule are one.
[[nodiscard]] std::vector<FoldedFinding> folded_findings(const Collection &collection, const Ranking &ranking);

/// "... (2 more of it in this loop)"
[[nodiscard]] std::string message_of(const FoldedFinding &finding);

} // namespace osaca
