// Rules of dispatch that timings are compared with: split operations, taken jumps, dense code, and units assigned by
// position.
#pragma once

#include "measure/core_probes/probe_finding.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

// Rules of dispatch that timings are compared with.

/// A repeated sequence of no-ops and of operations that dispatch splits into two. Each of these counts as one macro-op
/// until then.
struct TimedSplits {
  int splits = 0; ///< they come before the no-ops
  int nops = 0;
  double cycles = 0;
};

struct SplitRule {
  int among_first = 0; ///< they must be among the first `among_first` macro-ops of a cycle; 0: anywhere
  int per_cycle = 0;   ///< at most this many of them per cycle; 0: any number
};

/// The cycles that such code takes under a rule.
[[nodiscard]] double cycles_by(const SplitRule &rule, int splits, int nops, int width);

/// The rule that predicts the times best. Empty: no rule predicts them well, or the best one is hardly better than no
/// rule.
[[nodiscard]] std::optional<SplitRule> split_rule(const std::vector<TimedSplits> &timed, int width);

/// A loop of `macro_ops` macro-ops, its jump included.
struct TimedLoop {
  int macro_ops = 0;
  double cycles = 0;
};

/// The number of macro-ops before a taken jump that are read per cycle, if an incomplete group takes a whole cycle. 0:
/// no such limit shows. Empty: no number explains the times.
[[nodiscard]] std::optional<int> read_per_cycle(const std::vector<TimedLoop> &timed, int width);

// Whether an access gets its unit by its position among the macro-ops that are dispatched together, or whichever unit
// is free.

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

/// The cycles of the code if units are assigned by position: the first access of a group goes to one of two units in
/// turn, and each further one to the next unit. Only code of which several rounds fill a group exactly can show this,
/// since all groups are then alike.
[[nodiscard]] double cycles_if_by_place(const TimedAccesses &code, const AccessUnits &core);

/// false: some code is faster than assignment by position allows. Empty: no code can show it, or another limit hides
/// it.
[[nodiscard]] std::optional<bool> given_by_place(const std::vector<TimedAccesses> &timed, const AccessUnits &core);

// The limit that follows from timings of 64-byte pieces with an increasing number of instructions.

struct DensityLimit {
  int kept_ops = 0;        ///< macro-ops per 64 bytes up to which code is dispatched at full width; 0: any number
  int bytes_per_cycle = 0; ///< of code with more macro-ops
};

struct DensityAnswer {
  std::optional<DensityLimit> limit; ///< empty: the timings are not clear
  std::string text;                  ///< how it was concluded, or why not
};

/// From the cycles by the number of instructions in 64 bytes.
[[nodiscard]] DensityAnswer density_limit(const std::vector<CurvePoint> &points);

} // namespace osaca::measure::core_probes
