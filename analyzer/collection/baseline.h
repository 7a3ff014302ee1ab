// Baselines, and the changes of each loop since a baseline was recorded.
#pragma once

#include "collection/collection.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

// Compares a build with a baseline: which loops became slower or faster, appeared, vanished, lost their vectorisation
// or are limited by another bound.
//
// Loops are matched as described below, at matched_loops(). They are compared by cycles per source iteration if these
// are known for both builds, because vectorisation and unrolling change how much work a machine iteration does.
// Otherwise, they are compared by cycles per machine iteration. A loop with unchanged machine code is not compared: if
// its figures differ, the model or the analysis has changed, and not the loop.

/// An accepted finding that belongs to no machine loop. Findings of loops are accepted in LoopRecord::accepted.
struct AcceptedFinding {
  std::string rule;
  std::string file;
  int line = 0;
  std::string fingerprint;
};

struct Baseline {
  std::string name; ///< for messages
  std::vector<LoopRecord> loops;
  std::vector<AcceptedFinding> accepted = {};
  std::set<std::string> compilers = {}; ///< as in Report
};

/// The baseline of the current state: a row per source loop and core, and every finding that is not ignored by a
/// comment. Expectations of the source (osaca-expectation) cannot be accepted by a baseline. `jobs`, here and below:
/// the greatest number of threads, which does not affect the result.
[[nodiscard]] Baseline baseline_of(const Collection &collection, int jobs = 1);

/// `tolerance_percent`: changes up to this are ignored. LoopChange::loop is the index of the row in `after`.
[[nodiscard]] Comparison compare(const Baseline &before, const Baseline &after, double tolerance_percent);

/// The collection with the comparison added: regressions become findings (osaca-regression), and findings that the
/// baseline accepts are suppressed.
[[nodiscard]] Collection with_baseline(Collection collection, const Baseline &baseline, double tolerance_percent,
                                       int jobs = 1);

// The rows of a baseline: one per source loop and core, which represents all copies, instances and paths that the
// compiler generated. Of the copies in several functions, each is compared with the copy in the same function.

/// Paths of one machine loop, as indices into Collection::loops.
struct PathsOfLoop {
  int representative = -1;
  int costliest = -1; ///< takes most of the machine loop's time; equal to the representative if there is only one path
};

/// The loops of a row.
struct LoopsOfRow {
  PathsOfLoop paths;               ///< of the machine loop that represents the row
  std::vector<PathsOfLoop> copies; ///< parallel to LoopRecord::copies
  std::vector<int> all;            ///< on this core, as indices into Collection::loops
};

/// In the order of the source.
struct BaselineRows {
  std::vector<LoopRecord>
      records;                   ///< of the machine loop that represents the source loop; code_hash covers all of them
  std::vector<LoopsOfRow> loops; ///< parallel to the records
};

/// One row per source loop and core. If the probabilities of a loop's paths are known, its figures are the mean over
/// the analysed paths.
[[nodiscard]] BaselineRows baseline_rows(const Collection &collection, int jobs = 1);

// Matches the loops of two builds, although lines moved, files and functions were renamed, or code was edited.
//
// The steps, in this order: by the loop's id; by the text of its source line in the same function of the same file,
// then in any file (renamed files); by its position among the loops of its function, first among those with the same
// role; by the text of its source line in the same file (renamed functions); by its function, its role and the last
// part of the file's name, if only one loop of each build has them; by its machine code; by its opcodes. Each step
// pairs only loops that are still unpaired and on the same core, in the order of the source. Files whose names end
// equally count as the same file: see new_names_of_files().

/// For each of `after`, the index of the same loop in `before`; -1: it is new. Each loop of `before` is used at most
/// once.
[[nodiscard]] std::vector<int> matched_loops(const std::vector<LoopRecord> &before,
                                             const std::vector<LoopRecord> &after);

/// New names by old names.
using FileNames = std::unordered_map<std::string, std::string>;

/// Pairs files that only one of the builds names, because the names are relative to another root or the file was moved.
/// The longest common end of the paths decides. An end that several files of a build have pairs none of them.
[[nodiscard]] FileNames new_names_of_files(const std::vector<LoopRecord> &before, const std::vector<LoopRecord> &after);

/// "c.c" of "/a/b/c.c".
[[nodiscard]] std::string last_part_of_path(const std::string &path);

/// `matches`: as from matched_loops().
[[nodiscard]] FileDifferences file_differences(const std::vector<LoopRecord> &before,
                                               const std::vector<LoopRecord> &after, const std::vector<int> &matches);

// The change of one loop between two builds.

/// Empty if the loop has not changed. A loop with unchanged machine code cannot become slower: see figures_ratio().
/// `tolerance`: changes up to this are ignored, 0.05 for 5 %.
[[nodiscard]] std::optional<LoopChange> change_between(const LoopRecord &before, const LoopRecord &after,
                                                       double tolerance);

/// The change of the row. If both builds list copies of the loop, those in the same function are compared, and the
/// change is that of the copy that became slowest in comparison: LoopChange::copy says which.
[[nodiscard]] std::optional<LoopChange> change_of_any_copy(const LoopRecord &before, const LoopRecord &after,
                                                           double tolerance);

[[nodiscard]] bool is_same_code(const LoopRecord &before, const LoopRecord &after);

/// Ratio of cycles after to cycles before; 1 if they are not comparable.
[[nodiscard]] double figures_ratio(const LoopRecord &before, const LoopRecord &after);

/// Regressions come first. Within both groups, the change that costs the most time comes first (share of the time times
/// the relative change), then changes with an unknown share by descending ratio, then by place.
void sort_by_weight(std::vector<LoopChange> &changes);

} // namespace osaca
