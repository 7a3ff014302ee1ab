// All results of a build as one value, from which every output format (text, SARIF, HTML, ...) is rendered. The formats
// select and arrange data, but compute none.
#pragma once

#include "base/boxed_vector.h"
#include "base/compiler_facts.h"
#include "base/fingerprint.h"
#include "base/loop_role.h"
#include "collection/measured_time.h"
#include "collection/source_lines.h"
#include "collection/source_loop.h"
#include "report/report.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

/// Several paths through a loop whose probabilities are unknown: the loop's figures are those of the slowest path.
struct UnknownPaths {
  int count = 0;
  Cycles least_cycles; ///< of the fastest path, per iteration
  friend bool operator==(const UnknownPaths &, const UnknownPaths &) = default;
};

/// A source loop in one function: the loops into which it was inlined may differ.
struct LoopInFunction {
  std::string function; ///< the symbol
  LoopFigures figures;  ///< of the slowest machine loop that does most of the iterations there
  std::optional<UnknownPaths> unknown_paths = {};
  std::string code_hash; ///< of that machine loop
};

/// The properties of a loop that are stored between builds: a row of a baseline.
struct LoopRecord {
  std::string id;   ///< of CollectedLoop, or of a row of a baseline
  std::string file; ///< relative to the project's root
  int line = 0;
  std::string function; ///< the symbol
  WrittenElsewhere written = {};
  LoopPart part = {};
  LoopRole role;
  int path_number = 1;
  std::string arch;
  LoopFigures figures;
  std::string
      source_text_hash; ///< hash of the loop statement's line without white space; empty: the source was not available
  std::string opcodes_hash;   ///< hash of its instructions' opcodes
  std::string code_hash = {}; ///< hash of its machine code (see loop_identity.h); in a row of a baseline, of all the
                              ///< machine loops of the row; empty: unknown
  std::string written_text_hash = {};      ///< as source_text_hash, of the line where the loop is written
  std::vector<LoopInFunction> copies = {}; ///< in a row of a baseline, sorted by function; empty: the figures above are
                                           ///< those of the only copy, or an older version wrote the baseline
  std::string figures_version = {};        ///< version of the model's figures, as in KernelReport
  std::optional<UnknownPaths> unknown_paths = {};
  std::optional<double> time_share = {}; ///< share of the time of all loops, 0 to 1; empty: unknown
  std::vector<std::string> accepted;     ///< rules whose findings in this loop are accepted, sorted
};

/// One path through a machine loop on one core.
struct CollectedLoop {
  Fingerprint id;                               ///< unchanged from build to build
  std::optional<Fingerprint> source_text;       ///< as LoopRecord::source_text_hash
  std::optional<Fingerprint> written_text = {}; ///< as LoopRecord::written_text_hash
  Fingerprint opcodes;                          ///< as LoopRecord::opcodes_hash
  KernelReport report; ///< file names are relative to the project's root; the severities of its findings are those of
                       ///< the analysis
  std::vector<std::string> objects; ///< objects that contain the same code, sorted
  int from_report = -1; ///< the report that `report` is from, as an index into the reports passed to collect()
  int group = 0;        ///< number of the machine loop and path, from 0: the same on all cores
  std::optional<SampledTime> sampled =
      {}; ///< of its machine loop, for all paths together: the same for each path and core
  std::optional<MeasuredDifference> difference =
      {}; ///< of its machine loop on this core, if cycles were measured; the same for each path

  int source_loop = -1; ///< index into Collection::source_loops
  /// The time of its machine loop, all paths together: its share of the samples, else cycles according to the
  /// compiler's profile. The unit is the same for all machine loops of one source loop on one core. Empty: unknown.
  std::optional<double> machine_time = {};
  bool represents_machine_loop = false; ///< among the paths through it
};

/// Without the members that only a row of a baseline has.
[[nodiscard]] LoopRecord record_of(const CollectedLoop &loop);

enum class Suppression {
  none,
  in_source,  ///< a comment `osaca: ignore[...]`
  by_baseline ///< accepted in the baseline
};

/// A finding as one core has it: the same rule and place, but its own figures and reasons.
struct FindingOnCore {
  std::string arch;
  Shared<Finding> finding;
};

struct CollectedFinding {
  Shared<Finding> finding; ///< severities are those that the user configured; `where` is set whenever a place is known
  std::vector<int> loops;  ///< indices into Collection::loops: representatives of source loops first, then the slowest;
                           ///< empty: there is no machine code
  /// If the loop was analysed for several cores: the finding of each core that has it, `finding` first. Cores on which
  /// only less important machine loops have it are left out.
  std::vector<FindingOnCore> on_cores = {};
  bool lacks_cores = false; ///< `on_cores` does not contain all of these cores
  Fingerprint fingerprint;  ///< unchanged when lines move, and unique in a collection
  Suppression suppression = Suppression::none;
  /// The share of the loop's time that could be saved, from 0 to 1; used to sort findings. See gain_share() in
  /// collected_findings.h.
  double gain_share = 0;
  bool of_annotation = false; ///< about an annotation: what became of its loop, or an expectation
  bool minor = false;         ///< a note that applies only to paths or copies that take no time: left out of summaries

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
  data_moved,      ///< the user named another place for the loop's data: the figures are not comparable
  other_paths,     ///< its paths changed and their probabilities are unknown: the slowest ones are not comparable
  within_range,    ///< slower or faster, but the ranges of the two figures overlap
  other_iterations ///< one of the two figures is for an unknown number of source iterations: not comparable
};
/// The names of the enumerators: "slower", "lost_vectorisation", "data_moved".
[[nodiscard]] std::string_view name_of(ChangeKind kind);

/// A loop that has changed. Each loop has one change of the most specific kind: a loop that became slower because it is
/// no longer vectorised has lost_vectorisation.
struct LoopChange {
  ChangeKind kind = ChangeKind::slower;
  std::optional<LoopRecord> before; ///< empty: appeared
  std::optional<LoopRecord> after;  ///< empty: vanished
  int loop = -1;                    ///< index into Collection::loops of `after`; -1: none
  int copy = -1; ///< index into the copies of the row: `before` and `after` have the figures of this copy; -1: those of
                 ///< the row
  bool is_regression = false; ///< slower by more than the tolerance, or vectorisation was lost without becoming faster
};

/// Loops on one core whose figures changed although their machine code did not: the model or the analysis has changed.
struct FiguresChange {
  std::string arch;
  bool model_is_known_to_differ = false; ///< false: the analysis may have changed instead
  int loop_count = 0;
  double least_ratio = 1; ///< cycles after, divided by cycles before
  double most_ratio = 1;
};

/// Two builds that were analysed for different cores, so that no loops can be compared.
struct NoCommonCore {
  std::vector<std::string> before;
  std::vector<std::string> after;
};

/// Two builds by different compilers or versions, which may be the only reason why their code differs.
struct CompilersChange {
  std::set<std::string> before; ///< "gcc 12.2.0"
  std::set<std::string> after;
};

/// A file that the two builds name differently.
struct RenamedFile {
  std::string before;
  std::string after;
  int loop_count = 0; ///< in the first build
};

/// What the names of files say about the roots that they are relative to.
struct FileDifferences {
  std::optional<RenamedFile> other_root = {}; ///< an example of files that were matched although only one name is
                                              ///< relative to a root
  std::vector<RenamedFile> unmatched = {}; ///< files that may be the same, but whose loops all vanished and appeared;
                                           ///< if no loop was matched, there is at least one
  bool compared_none = false;              ///< both builds have loops, but none was matched
};

struct Comparison {
  std::string baseline; ///< the baseline that was compared with, for messages
  double tolerance_percent = 0;
  std::vector<LoopChange>
      changes; ///< regressions first, then by the time they cost, or by ratio if that is unknown, then by place
  int unchanged_count = 0;                         ///< includes loops with unchanged machine code whose figures changed
  std::vector<FiguresChange> figures_changes = {}; ///< by core
  std::optional<NoCommonCore> no_common_core = {}; ///< if set, there are no changes
  std::optional<CompilersChange> compilers_change = {}; ///< empty: the compilers are the same, or unknown
  FileDifferences files = {};
  [[nodiscard]] int regression_count() const;
};

struct Collection {
  BoxedVector<CollectedLoop> loops;             ///< sorted by file, line, function, role, path, core
  std::vector<SourceLoop> source_loops = {};    ///< as from with_source_loops(), the most important first
  std::vector<CollectedFinding> findings;       ///< sorted by place, including suppressed findings
  std::vector<AnnotationReport> annotated = {}; ///< `kernels` are indices into `loops`
  std::vector<Error> problems = {};
  std::vector<std::string> notes = {};
  std::set<std::string> compilers = {};        ///< as in Report
  SourceLines sources = {};                    ///< the source files of the loops, as far as they were found
  std::set<std::string> withheld_sources = {}; ///< existing files that must not be shown
  std::optional<Comparison> comparison = {};
  std::optional<PlacedSamples> samples = {}; ///< empty: there are no samples

  /// The number of findings of at least severity `least` that are neither suppressed nor minor.
  [[nodiscard]] int open_finding_count(Severity least) const;
};

// Converts a collection to a report, for the formats that render reports.

/// Each kernel and annotation keeps its own findings, without suppressed ones, and gets its regressions.
[[nodiscard]] Report report_of(const Collection &collection);

} // namespace osaca
