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
  virtual std::uint64_t sentinel_ticks() { return 0; } ///< 0: there is none
  virtual std::uint64_t short_ticks(std::uint64_t passes) = 0;
  virtual std::uint64_t long_ticks(std::uint64_t passes) = 0;
};

struct Rounds {
  std::uint64_t passes = 0;        ///< of the code in each window
  double clock_overhead_ticks = 0; ///< contained in each calibration
  std::vector<Sample> samples;
};

struct RoundPlan {
  std::size_t wanted = 0;          ///< samples, at most
  int untimed_windows = 1;         ///< how often the code runs before it is timed, each time
  std::uint64_t passes = 0;        ///< of the code in each window; 0: as many as the clock needs
  std::size_t enough_samples = 10; ///< of slow code
};

[[nodiscard]] Rounds take_rounds(RoundTimer &timer, const RoundPlan &plan);
[[nodiscard]] inline Rounds take_rounds(RoundTimer &timer, std::size_t wanted, int untimed_windows = 1) {
  return take_rounds(timer, RoundPlan{wanted, untimed_windows, 0, 10});
}

} // namespace osaca::measure
