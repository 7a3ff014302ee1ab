// Rules of dispatch that timings are held against.
#pragma once

#include <optional>
#include <vector>

namespace osaca::measure::core_probes {

/// Operations that are split into two at dispatch, each counted as one until then, among no-ops, again and again.
struct TimedSplits {
  int splits = 0; ///< these first
  int nops = 0;
  double cycles = 0;
};

struct SplitRule {
  int among_first = 0; ///< they are among so many macro-ops of a cycle; 0: anywhere
  int per_cycle = 0;   ///< at most so many of them; 0: any number
};

/// What such code takes by a rule, in cycles.
[[nodiscard]] double cycles_by(const SplitRule &rule, int splits, int nops, int width);

/// The rule that gives the times best; empty: none does well, or the best is hardly better than no rule.
[[nodiscard]] std::optional<SplitRule> split_rule(const std::vector<TimedSplits> &timed, int width);

/// A loop of so many macro-ops, its jump included.
struct TimedLoop {
  int macro_ops = 0;
  double cycles = 0;
};

/// How many macro-ops up to a taken jump are read in a cycle, if what is left over takes a whole one; 0: that does not
/// show; empty: nothing gives the times.
[[nodiscard]] std::optional<int> read_per_cycle(const std::vector<TimedLoop> &timed, int width);

} // namespace osaca::measure::core_probes
