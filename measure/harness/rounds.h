// Rounds of a measurement: in which order chain, canary and windows are timed, and how many passes fill a window.
#pragma once

#include "measure/harness/samples.h"

#include <cstdint>
#include <vector>

namespace osaca::measure {

/// What can be timed: this machine's core, or a made-up one.
class RoundTimer {
public:
  virtual ~RoundTimer() = default;

  /// A chain of additions, in units of `calibration_unit_cycles`.
  virtual std::uint64_t chain_ticks(std::uint64_t units) = 0;
  virtual std::uint64_t canary_ticks() = 0;
  virtual std::uint64_t short_ticks(std::uint64_t passes) = 0;
  virtual std::uint64_t long_ticks(std::uint64_t passes) = 0;
};

struct Rounds {
  std::uint64_t passes = 0;        ///< of the code in each window
  double clock_overhead_ticks = 0; ///< contained in each calibration
  std::vector<Sample> samples;
};

/// At most `wanted` samples; fewer of slow code. `untimed_windows`: how often the code runs before it is timed, each time.
[[nodiscard]] Rounds take_rounds(RoundTimer &timer, std::size_t wanted, int untimed_windows = 1);

} // namespace osaca::measure
