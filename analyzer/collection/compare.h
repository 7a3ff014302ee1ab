// Which loops became slower or faster since a baseline, which appeared and vanished, lost their vectors, changed their
// bound.
//
// A loop is found again by the steps of loop_matching.h. Loops are compared by cycles per iteration of the source's
// loop where both sides know them (vectors and unrolling change what a machine iteration does), else per machine
// iteration. A loop whose machine code is what it was is not compared: should its figures differ, then because the
// model's did.
#pragma once

#include "collection/collection.h"

namespace osaca {

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

} // namespace osaca
