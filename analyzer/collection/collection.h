// All that a build said about its loops, as one value: what every form of a report (text, SARIF, HTML, ...) is rendered
// from. The forms choose and arrange, none of them computes anything of its own.
#pragma once

#include "base/loop_role.h"
#include "report/report.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

/// What of a loop is worth remembering from one build to the next: a row of a baseline.
struct LoopRecord {
  std::string id;       ///< CollectedLoop::id
  std::string file;     ///< relative to the project's root
  int line = 0;
  std::string function; ///< the symbol
  LoopRole role;
  int path_number = 1;
  std::string arch;
  LoopFigures figures;
  std::string source_text_hash; ///< of the loop statement's line without its blanks; empty: the source was not there
  std::string opcodes_hash;     ///< of its instructions' opcodes
  std::vector<std::string> accepted; ///< rules whose findings in this loop are known and accepted, sorted
};

/// A loop of the machine code (one path through it) on one core.
struct CollectedLoop {
  LoopRecord record;
  KernelReport report;              ///< files relative to the project's root; its findings as the core itself has them
  std::vector<std::string> objects; ///< those that hold the same code of it, sorted
  int group = 0;                    ///< the same for one machine loop on several cores; groups count from 0
};

enum class Suppression {
  none,
  in_source,  ///< a comment `osaca: ignore[...]`
  by_baseline ///< accepted in the baseline
};

struct CollectedFinding {
  Finding finding;         ///< severities are those that the user chose; `where` is known wherever a place is
  std::vector<int> loops;  ///< indices into Collection::loops, the slowest first; empty: there is no machine code
  std::vector<std::string> also_on; ///< cores of `loops`, but for that of the slowest
  std::string fingerprint; ///< 16 hexadecimal digits: survives moved lines; unique in a collection
  Suppression suppression = Suppression::none;
  /// How much of the loop's time is at stake, from 0 to 1, to show what is worth looking at first: see gain_share.h.
  double gain_share = 0;
  bool of_annotation = false; ///< about what the source says at a loop: its fate, what is expected of it
  bool minor = false; ///< a note that holds only on paths that are not the slowest of their loop: nothing for a summary

  [[nodiscard]] bool open() const { return suppression == Suppression::none; }
};

enum class ChangeKind { slower, faster, appeared, vanished, lost_vectorisation, gained_vectorisation, bound_changed, data_moved };
/// "slower", "faster", "appeared", "vanished", "lost_vectorisation", "gained_vectorisation", "bound_changed",
/// "data_moved": somebody says that the loop's data are elsewhere, so that the figures do not compare.
[[nodiscard]] std::string_view name_of(ChangeKind kind);

/// One loop that is not what it was. A loop that became slower because it lost its vectors is one change, of the kind that
/// says most: lost_vectorisation.
struct LoopChange {
  ChangeKind kind = ChangeKind::slower;
  std::optional<LoopRecord> before; ///< empty: appeared
  std::optional<LoopRecord> after;  ///< empty: vanished
  int loop = -1;                    ///< index into Collection::loops of `after`; -1: there is none
  bool is_regression = false;       ///< slower by more than the tolerance, or vectors lost and not faster
};

struct Comparison {
  std::string baseline;            ///< what was compared with, for people
  double tolerance_percent = 0;
  std::vector<LoopChange> changes; ///< regressions first, the largest ratio first; then by place
  int unchanged_count = 0;
  [[nodiscard]] int regression_count() const;
};

struct Collection {
  std::vector<CollectedLoop> loops;            ///< by file, line, function, role, path, core
  std::vector<CollectedFinding> findings;      ///< by place; suppressed ones included
  std::vector<AnnotationReport> annotated = {}; ///< `kernels` are indices into `loops`
  std::vector<Error> problems = {};
  std::vector<std::string> notes = {};
  std::map<std::string, std::vector<std::string>> sources = {}; ///< lines of the files that loops come from, where found
  std::set<std::string> withheld_sources = {}; ///< files that are there, but must not be shown
  std::optional<Comparison> comparison = {};

  /// The findings that are not suppressed.
  [[nodiscard]] int open_finding_count(Severity least) const;
};

} // namespace osaca
