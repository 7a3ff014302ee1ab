// All that a build said about its loops, as one value: what every form of a report (text, SARIF, HTML, ...) is rendered
// from. The forms choose and arrange, none of them computes anything of its own.
#pragma once

#include "base/loop_role.h"
#include "collection/measured_time.h"
#include "report/report.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

/// Several paths through a loop of which nobody knows how likely they are: its figures are those of the slowest.
struct UnknownPaths {
  int count = 0;
  Cycles least_cycles; ///< of the fastest, per iteration
  friend bool operator==(const UnknownPaths &, const UnknownPaths &) = default;
};

/// What of a loop is worth remembering from one build to the next: a row of a baseline.
struct LoopRecord {
  std::string id;   ///< CollectedLoop::id
  std::string file; ///< relative to the project's root
  int line = 0;
  std::string function; ///< the symbol
  LoopRole role;
  int path_number = 1;
  std::string arch;
  LoopFigures figures;
  std::string source_text_hash; ///< of the loop statement's line without its blanks; empty: the source was not there
  std::string opcodes_hash;     ///< of its instructions' opcodes
  std::string code_hash =
      {}; ///< of its machine code (machine_code.h), in a row of a baseline of all that belongs to it; empty: not known
  std::string figures_version = {}; ///< of the model, as in KernelReport
  std::optional<UnknownPaths> unknown_paths = {};
  std::optional<double> time_share = {}; ///< of the time of all loops, 0 to 1; empty: not known
  std::vector<std::string> accepted;     ///< rules whose findings in this loop are known and accepted, sorted
};

/// A loop of the machine code (one path through it) on one core.
struct CollectedLoop {
  LoopRecord record;
  KernelReport report;              ///< files relative to the project's root; its findings as the core itself has them
  std::vector<std::string> objects; ///< those that hold the same code of it, sorted
  int group = 0;                    ///< the same for one machine loop on several cores; groups count from 0
  std::optional<SampledTime> sampled = {}; ///< of its machine loop, all paths together: the same for each path and core
  std::optional<MeasuredDifference> difference =
      {}; ///< of its machine loop on this core, where cycles were measured; the same for each path
};

enum class Suppression {
  none,
  in_source,  ///< a comment `osaca: ignore[...]`
  by_baseline ///< accepted in the baseline
};

struct CollectedFinding {
  Finding finding;        ///< severities are those that the user chose; `where` is known wherever a place is
  std::vector<int> loops; ///< indices into Collection::loops: those that speak for others first, then the slowest;
                          ///< empty: there is no machine code
  std::vector<std::string> also_on; ///< cores of `loops`, but for that of the first
  std::string fingerprint;          ///< 16 hexadecimal digits: survives moved lines; unique in a collection
  Suppression suppression = Suppression::none;
  /// How much of the loop's time is at stake, from 0 to 1, to show what is worth looking at first: see gain_share.h.
  double gain_share = 0;
  bool of_annotation = false; ///< about what the source says at a loop: its fate, what is expected of it
  bool minor = false; ///< a note that holds only on paths that do not speak for their loop, or only in copies of it
                      ///< that take no time: nothing for a summary

  [[nodiscard]] bool open() const { return suppression == Suppression::none; }
};

enum class ChangeKind {
  slower,
  faster,
  appeared,
  vanished,
  lost_vectorisation,
  gained_vectorisation,
  bound_changed,
  data_moved, ///< somebody says that the loop's data are elsewhere: the figures do not compare
  other_paths ///< it has other paths now, and nobody knows how likely they are: the slowest ones do not compare
};
/// "slower", "lost_vectorisation", "data_moved": as the names above.
[[nodiscard]] std::string_view name_of(ChangeKind kind);

/// One loop that is not what it was. A loop that became slower because it lost its vectors is one change, of the kind
/// that says most: lost_vectorisation.
struct LoopChange {
  ChangeKind kind = ChangeKind::slower;
  std::optional<LoopRecord> before; ///< empty: appeared
  std::optional<LoopRecord> after;  ///< empty: vanished
  int loop = -1;                    ///< index into Collection::loops of `after`; -1: there is none
  bool is_regression = false;       ///< slower by more than the tolerance, or vectors lost and not faster
};

/// Loops on one core whose machine code is what it was, and whose figures are not: it is the model that changed, or the
/// analysis.
struct FiguresChange {
  std::string arch;
  bool model_is_known_to_differ = false; ///< false: it may be the analysis
  int loop_count = 0;
  double least_ratio = 1; ///< cycles now to cycles then
  double most_ratio = 1;
};

/// Two builds that were analysed for different cores: no loop of one has its like in the other.
struct NoCommonCore {
  std::vector<std::string> before;
  std::vector<std::string> after;
};

/// Two builds by different compilers, or by different versions of one: their code may differ for that reason alone.
struct CompilersChange {
  std::set<std::string> before; ///< "gcc 12.2.0"
  std::set<std::string> after;
};

struct Comparison {
  std::string baseline; ///< what was compared with, for people
  double tolerance_percent = 0;
  std::vector<LoopChange>
      changes; ///< regressions first; what costs most time first, where nobody knows by ratio, then by place
  int unchanged_count = 0;                         ///< loops with the same code count as such whatever their figures
  std::vector<FiguresChange> figures_changes = {}; ///< by core
  std::optional<NoCommonCore> no_common_core = {}; ///< then there are no changes
  std::optional<CompilersChange> compilers_change = {}; ///< empty: the compilers are the same, or not known
  [[nodiscard]] int regression_count() const;
};

struct Collection {
  std::vector<CollectedLoop> loops;             ///< by file, line, function, role, path, core
  std::vector<CollectedFinding> findings;       ///< by place; suppressed ones included
  std::vector<AnnotationReport> annotated = {}; ///< `kernels` are indices into `loops`
  std::vector<Error> problems = {};
  std::vector<std::string> notes = {};
  std::set<std::string> compilers = {}; ///< as in Report
  std::map<std::string, std::vector<std::string>> sources =
      {};                                      ///< lines of the files that loops come from, where found
  std::set<std::string> withheld_sources = {}; ///< files that are there, but must not be shown
  std::optional<Comparison> comparison = {};
  std::optional<PlacedSamples> samples = {}; ///< empty: nobody sampled

  /// The findings that are not suppressed.
  [[nodiscard]] int open_finding_count(Severity least) const;
};

// A collection as a report, for the forms that show reports.

/// Each kernel and annotation with its own findings, without those that are suppressed, and with the regressions.
[[nodiscard]] Report report_of(const Collection &collection);

} // namespace osaca
