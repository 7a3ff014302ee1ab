// Rules of dispatch that timings are compared with: split operations, taken jumps, dense code, and units assigned by
// position.
#pragma once

#include "measure/core_probes/probe_finding.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

// Rules of dispatch that timings are compared with.

/// A repeated sequence: first operations that are each split into two macro-ops at dispatch, then no-ops. Before
/// dispatch, each operation is one macro-op.
struct TimedSplits {
  int splits = 0; ///< the operations that are split; they come before the no-ops
  int nops = 0;
  double cycles = 0;
};

struct SplitRule {
  int among_first = 0; ///< split operations must be among the first `among_first` macro-ops of a cycle; 0: anywhere
  int per_cycle = 0;   ///< at most this many split operations per cycle; 0: any number
};

/// The cycles that one round of such a sequence takes if the core follows the rule.
[[nodiscard]] double cycles_by(const SplitRule &rule, int splits, int nops, int width);

/// The rule that predicts the times best. If a rule without limits predicts them about as well, it is the result.
/// Empty: no rule predicts the times well, or the best one is hardly better than a rule without limits.
[[nodiscard]] std::optional<SplitRule> split_rule(const std::vector<TimedSplits> &timed, int width);

/// A loop of `macro_ops` macro-ops, its jump included.
struct TimedLoop {
  int macro_ops = 0;
  double cycles = 0;
};

/// How many macro-ops are read per cycle. The macro-ops that remain before a taken jump form an incomplete group, which
/// is assumed to take a whole cycle. 0: the times show no such limit. Empty: no number explains the times.
[[nodiscard]] std::optional<int> read_per_cycle(const std::vector<TimedLoop> &timed, int width);

// Whether the unit of an access depends on the position of the access in its group, or is whichever unit is free. A
// group is the macro-ops that are dispatched together.

/// A repeated sequence of independent accesses and of other operations.
struct TimedAccesses {
  int accesses = 0;
  int others = 0;
  double cycles = 0;
};

struct AccessUnits {
  int width = 0; ///< macro-ops that are dispatched together
  int units = 0;
};

/// The cycles of the code if each access goes to a unit that is free.
[[nodiscard]] double cycles_if_free(const TimedAccesses &code, const AccessUnits &core);

/// The cycles of the code if units are assigned by position. The first access of a group goes to one of two units,
/// which take turns from group to group. Each further access of the group goes to the next unit. If a group consists
/// of several whole rounds of the sequence, the accesses have the same positions in every group. Only such code shows
/// the assignment. For other code, the result is that of cycles_if_free().
[[nodiscard]] double cycles_if_by_place(const TimedAccesses &code, const AccessUnits &core);

/// true: the times agree with assignment by position. false: some code is faster than assignment by position allows.
/// Empty: none of the code distinguishes the two rules, or another limit hides the difference.
[[nodiscard]] std::optional<bool> given_by_place(const std::vector<TimedAccesses> &timed, const AccessUnits &core);

// The limit that follows from timings of 64-byte pieces with an increasing number of instructions.

struct DensityLimit {
  int kept_ops = 0;        ///< macro-ops per 64 bytes up to which code is dispatched at full width; 0: any number
  int bytes_per_cycle = 0; ///< how many bytes of denser code are dispatched per cycle
};

struct DensityAnswer {
  std::optional<DensityLimit> limit; ///< empty: the timings are not clear
  std::string text;                  ///< how it was concluded, or why not
};

/// `points`: the cycles, by the number of instructions in 64 bytes.
[[nodiscard]] DensityAnswer density_limit(const std::vector<CurvePoint> &points);

} // namespace osaca::measure::core_probes
