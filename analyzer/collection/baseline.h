// Baselines, and what became of each loop since one was made.
#pragma once

#include "collection/collection.h"

#include <vector>

namespace osaca {

// Which loops became slower or faster since a baseline, which appeared and vanished, lost their vectors, changed their
// bound.
//
// A loop is found again by the steps of loop_matching.h. Loops are compared by cycles per iteration of the source's
// loop where both sides know them (vectors and unrolling change what a machine iteration does), else per machine
// iteration. A loop whose machine code is what it was is not compared: should its figures differ, then because the
// model's did.

/// A finding about no machine loop; those of loops are accepted loop by loop.
struct AcceptedFinding {
  std::string rule;
  std::string file;
  int line = 0;
  std::string fingerprint;
};

struct Baseline {
  std::string name; ///< for people
  std::vector<LoopRecord> loops;
  std::vector<AcceptedFinding> accepted = {};
  std::set<std::string> compilers = {}; ///< as in Report
};

/// Of what is there now: a row per source loop and core, and every finding that no comment ignores. Budgets that the
/// source states (osaca-expectation) are not for a baseline to accept.
[[nodiscard]] Baseline baseline_of(const Collection &collection);

/// `tolerance_percent`: how much slower or faster is still the same. LoopChange::loop is the index of the row in
/// `after`.
[[nodiscard]] Comparison compare(const Baseline &before, const Baseline &after, double tolerance_percent);

/// The collection with the comparison in it: regressions are findings (osaca-regression), findings that the baseline
/// accepts are suppressed.
[[nodiscard]] Collection with_baseline(Collection collection, const Baseline &baseline, double tolerance_percent);

// The rows of a baseline: one per source loop and core, however many copies, instances and paths the compiler made of
// it.

struct BaselineRow {
  LoopRecord record;       ///< of the machine loop that speaks for the source loop; its code_hash is of all of them
  int loop = -1;           ///< the one that speaks: index into Collection::loops
  int costliest_path = -1; ///< the path of that machine loop that takes most of its time; `loop` where it has only one
  std::vector<int> loops;  ///< all of them, on this core
};

/// In the order of the source. Figures of a loop with paths are the mean over those that were followed, where it is
/// known how likely they are.
[[nodiscard]] std::vector<BaselineRow> baseline_rows(const Collection &collection);

// Finds the loops of one build again in another, though lines moved, files and functions were renamed, code was edited.
//
// In this order: by the loop's id; by the text of its source line in the same function of the same file, then in any
// file (renamed files); by its place among the loops of its function, first among those of its role; by the text of its
// source line in the same file (renamed functions); by its machine code; by its opcodes. Each step pairs only what no
// step before it paired, on the same core, in the order of the source.

/// For each of `after`, the index in `before` of what it was; -1: it is new. Nothing in `before` is used twice.
[[nodiscard]] std::vector<int> matched_loops(const std::vector<LoopRecord> &before,
                                             const std::vector<LoopRecord> &after);

// What became of one loop from one build to another.

/// Nothing if the loop is as it was. A loop whose machine code is what it was cannot be slower: see figures_ratio().
/// `tolerance`: how much slower or faster is still the same, 0.05 for 5 %.
[[nodiscard]] std::optional<LoopChange> change_between(const LoopRecord &before, const LoopRecord &after,
                                                       double tolerance);

[[nodiscard]] bool is_same_code(const LoopRecord &before, const LoopRecord &after);

/// Of cycles now to cycles then; 1 where these do not compare.
[[nodiscard]] double figures_ratio(const LoopRecord &before, const LoopRecord &after);

/// Regressions first. Of these and of the others, what costs the most time: the share of the time times what it changed
/// by, then those whose share is not known, with the largest ratio first. Then by place.
void sort_by_weight(std::vector<LoopChange> &changes);

} // namespace osaca
