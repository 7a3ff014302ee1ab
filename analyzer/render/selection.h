// Selects and orders the loops and findings that the output formats show, and provides phrases that they share.
#pragma once

#include "collection/collection.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

// The selection for the CI formats, and phrases that they share.

using FindingList = std::vector<const CollectedFinding *>;

/// The findings that are not minor, including suppressed ones, in the collection's order.
[[nodiscard]] FindingList findings_for_ci(const Collection &collection);

/// Whether the finding is a regression or a broken expectation.
[[nodiscard]] bool is_about_a_promise(const CollectedFinding &finding);

/// The slowest loop that a finding is about; null: there is no machine code.
[[nodiscard]] const CollectedLoop *representative_of(const Collection &collection, const CollectedFinding &finding);

/// Where a finding is shown: its own place, or else that of its slowest loop.
[[nodiscard]] SourceLocation place_of(const Collection &collection, const CollectedFinding &finding);

/// "a/pi.c:12", without the unknown parts.
[[nodiscard]] std::string file_and_line(const SourceLocation &where);

/// "pi, vector body, path 2", on one line; with the file name if the function is unknown.
[[nodiscard]] std::string name_of_loop(const LoopRecord &loop);
[[nodiscard]] std::string name_of_loop(const CollectedLoop &loop);

/// "DividerBound" for "osaca-divider-bound", for formats that require identifiers.
[[nodiscard]] std::string identifier_of_rule(std::string_view id);

/// What happened to the loop: "lost vectorisation".
[[nodiscard]] std::string_view phrase_of(ChangeKind kind);

struct Totals {
  int loops = 0;         ///< loops of the source
  int machine_loops = 0; ///< each counted once for all its paths and cores
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

// The order in which all formats list loops and findings: most important first, each source loop once.

/// The most important source loop that the finding is about, as an index into Collection::source_loops; -1: there is no
/// machine code.
[[nodiscard]] int source_loop_of(const CollectedFinding &finding, const Collection &collection);

/// A finding that is the same for several copies, paths and cores of one source loop. Regressions, broken expectations
/// and findings about annotations are not folded.
struct FoldedFinding {
  const CollectedFinding *first = nullptr; ///< the representative
  int source_loop = -1;                    ///< index into Collection::source_loops; -1: there is no machine code
  std::vector<const CollectedFinding *> others;
};

/// The open findings that are not minor, the most important first: by severity; regressions and broken expectations
/// before others; findings without machine code before those with it; then in the order of the loops, and within a loop
/// by CollectedFinding::gain_share.
[[nodiscard]] FindingList open_findings_by_importance(const Collection &collection);

/// In the same order. Findings of one loop with the same rule are folded into one.
[[nodiscard]] std::vector<FoldedFinding> folded_findings(const Collection &collection);

/// "... (2 more in this loop)"
[[nodiscard]] std::string message_of(const FoldedFinding &finding);

// A remark about sources that must not be shown.

/// One sentence; empty: all sources may be shown.
[[nodiscard]] std::optional<std::string> note_on_withheld_sources(const Collection &collection);

} // namespace osaca
