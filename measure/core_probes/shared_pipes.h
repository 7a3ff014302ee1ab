// Narrow operations beside one on wide vectors: what they take tells whether pipes are closed meanwhile.
#pragma once

#include <optional>

namespace osaca::measure::core_probes {

struct SharedPipeTimes {
  double alone_cycles = 0;    ///< the narrow ones
  double wide_cycles = 0;     ///< the wide one, where only such are executed
  double together_cycles = 0; ///< the narrow ones and the wide one
  int narrow_count = 0;
};

/// Yes: they take clearly longer than one after the other would. Empty: in between, or impossible.
[[nodiscard]] std::optional<bool> closes_pipes(const SharedPipeTimes &times);

/// How many pipes serve the narrow ones meanwhile; empty: no whole number.
[[nodiscard]] std::optional<int> pipes_left(const SharedPipeTimes &times);

} // namespace osaca::measure::core_probes
