// Two operations side by side, each of which one pipe serves: whether it is the same one.
#pragma once

#include <optional>

namespace osaca::measure::core_probes {

struct PairTimes {
  double first_cycles = 0; ///< where only such are executed, cycles for one
  double second_cycles = 0;
  double together_cycles = 0; ///< one of each
};

/// Empty: one of them has several pipes, or the time lies between.
[[nodiscard]] std::optional<bool> need_one_pipe(const PairTimes &times);

} // namespace osaca::measure::core_probes
