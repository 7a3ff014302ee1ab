// The rounds of a measurement, and how clock ticks are converted into cycles of the core.
#pragma once

#include <cstdint>
#include <vector>

namespace osaca::measure {

// Converts clock ticks into cycles of the core, by the time that dependent additions take at the same moment.

/// One round of three timed pieces of code (windows): dependent additions for calibration, and the code in a short and
/// a long version. They run immediately after each other, so that the clock frequency is the same.
struct Sample {
  std::uint64_t calibration_ticks = 0;
  std::uint64_t short_ticks = 0;
  std::uint64_t long_ticks = 0;
  std::uint64_t canary_ticks = 0; ///< of work that fills the core; shows whether another thread is on it
  std::uint64_t sentinel_ticks =
      0; ///< of chains of additions, the longer of the times before and after the windows; 0: not measured
};

/// The contents of the windows.
struct WindowSizes {
  double calibration_cycles = 0;
  double clock_overhead_ticks = 0; ///< for reading the clock; calibration_ticks includes them
  double short_executions = 0;     ///< of the code, in all passes of the window
  double long_executions = 0;
  double sentinel_additions = 0; ///< in sentinel_ticks
};

/// The median of an unsorted list; 0 if it is empty.
[[nodiscard]] double median(std::vector<double> values);

/// (max - min) / median; 0 for fewer than two values.
[[nodiscard]] double relative_spread(const std::vector<double> &values);

struct Typical {
  double cycles = 0;   ///< per execution: the extra cycles of the long window divided by its extra executions
  double crowding = 0; ///< the time of the canary relative to the chain: lowest when no other thread is on the core
  double crowding_spread = 0;     ///< of the samples that count: small when no other thread is on the core
  double additions_per_cycle = 0; ///< of the sentinel; 0: not measured
};

/// Computed from the calmer samples. Other work on the machine, above all another thread of the same core, shows in the
/// canary. `least_crowding`: the crowding of this core when it is calm; 0: not known. If it is known, a few samples
/// that are as calm are enough.
[[nodiscard]] Typical typical(const std::vector<Sample> &samples, const WindowSizes &sizes, double least_crowding = 0);

/// Keeps the figures that agree best, at least half of them and at least `least`, and returns their relative spread.
/// The lowest figures would not do: a run that was disturbed only while its short window ran shows too few cycles.
[[nodiscard]] double closest_agreement(std::vector<double> &figures, std::size_t least);

// The rounds of a measurement: the order in which chain, canary and windows are timed, and how many passes fill a
// window.

/// The timed core: this machine's, or a simulated one.
class RoundTimer {
public:
  virtual ~RoundTimer() = default;

  /// A chain of additions, in units of `calibration_unit_cycles`.
  virtual std::uint64_t chain_ticks(std::uint64_t units) = 0;
  virtual std::uint64_t canary_ticks() = 0;
  virtual std::uint64_t sentinel_ticks() { return 0; } ///< 0: there is no sentinel
  virtual std::uint64_t short_ticks(std::uint64_t passes) = 0;
  virtual std::uint64_t long_ticks(std::uint64_t passes) = 0;
};

struct Rounds {
  std::uint64_t passes = 0;        ///< of the code in each window
  double clock_overhead_ticks = 0; ///< for reading the clock; included in calibration_ticks
  std::vector<Sample> samples;
};

struct RoundPlan {
  std::size_t wanted = 0;          ///< samples, at most
  int untimed_windows = 1;         ///< how often the code runs before each timing
  std::uint64_t passes = 0;        ///< of the code in each window; 0: as many as the resolution of the clock requires
  std::size_t enough_samples = 10; ///< so many samples are enough if the code is slow
  /// The crowding of this core when it is calm (Typical::crowding); 0: not known. If it is known, sampling goes on
  /// until a few samples are as calm, or until there are `most_samples`.
  double calm_crowding = 0;
  std::size_t most_samples = 0;
};

[[nodiscard]] Rounds take_rounds(RoundTimer &timer, const RoundPlan &plan);
[[nodiscard]] inline Rounds take_rounds(RoundTimer &timer, std::size_t wanted, int untimed_windows = 1) {
  return take_rounds(timer, RoundPlan{wanted, untimed_windows, 0, 10});
}

} // namespace osaca::measure
