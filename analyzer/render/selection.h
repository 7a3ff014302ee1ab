// What of a collection the forms for CI speak of, in which order, and the words that they share.
#pragma once

#include "collection/collection.h"

#include <string>
#include <vector>

namespace osaca {

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

} // namespace osaca
