// What of a collection the forms of a report speak of, in which order, and the words that they share.
#pragma once

#include "collection/collection.h"
#include "collection/source_loops.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

// What of a collection the forms for CI speak of, in which order, and the words that they share.

using FindingList = std::vector<const CollectedFinding *>;

/// Those that are not minor, suppressed ones included, in the collection's order.
[[nodiscard]] FindingList findings_for_ci(const Collection &collection);

/// Regressions and broken budgets: somebody said that this was not to happen.
[[nodiscard]] bool is_about_a_promise(const CollectedFinding &finding);

/// The slowest loop that a finding is about; null: there is no machine code.
[[nodiscard]] const CollectedLoop *speaking_loop_of(const Collection &collection, const CollectedFinding &finding);

/// Where a finding is shown: its own place, else that of its slowest loop.
[[nodiscard]] SourceLocation place_of(const Collection &collection, const CollectedFinding &finding);

/// "a/pi.c:12"; what is known of it.
[[nodiscard]] std::string file_and_line(const SourceLocation &where);

/// "pi, vector body, path 2", on one line; the file's name where there is no function.
[[nodiscard]] std::string name_of_loop(const LoopRecord &loop);

/// "DividerBound" for "osaca-divider-bound": for formats that want identifiers.
[[nodiscard]] std::string identifier_of_rule(std::string_view id);

/// "lost its vectors": what a change did to its loop.
[[nodiscard]] std::string_view phrase_of(ChangeKind kind);

struct Totals {
  int loops = 0;         ///< of the source
  int machine_loops = 0; ///< whatever the number of paths and cores
  int archs = 0;
  int findings = 0; ///< open and not minor
  int warnings = 0;
  int errors = 0;
  int suppressed = 0;
  int regressions = 0;
};
[[nodiscard]] Totals totals_of(const Collection &collection);

/// "12 loops (90 in the machine code) on 2 cores, 3 findings (1 warning), 1 regression against FILE".
[[nodiscard]] std::string phrase_of_totals(const Collection &collection);

// The order in which all forms of a report list loops and findings: what matters most first, each loop of the source
// once.

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

// What to say about sources that must not be shown.

/// One sentence; empty: nothing is withheld.
[[nodiscard]] std::optional<std::string> note_on_withheld_sources(const Collection &collection);

} // namespace osaca
