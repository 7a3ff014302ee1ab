// From ticks of the clock to cycles of the core, by what dependent additions took at the same moment.
#pragma once

#include <cstdint>
#include <vector>

namespace osaca::measure {

/// One round of the three windows, right after each other so that they run at the same frequency.
struct Sample {
  std::uint64_t calibration_ticks = 0;
  std::uint64_t short_ticks = 0;
  std::uint64_t long_ticks = 0;
  std::uint64_t canary_ticks = 0; ///< of work that fills the core, to notice whether somebody else is on it
  std::uint64_t sentinel_ticks =
      0; ///< of chains of additions before and after the windows, whichever took longer; 0: not measured
};

/// What the windows held.
struct WindowSizes {
  double calibration_cycles = 0;
  double clock_overhead_ticks = 0; ///< in calibration_ticks, beside these cycles
  double short_executions = 0;     ///< of the code, in all passes of the window
  double long_executions = 0;
  double sentinel_additions = 0; ///< in sentinel_ticks
};

/// Of an unsorted list; 0 if it is empty.
[[nodiscard]] double median(std::vector<double> values);

/// (max - min) / median; 0 for fewer than two values.
[[nodiscard]] double relative_spread(const std::vector<double> &values);

struct Typical {
  double cycles = 0;   ///< of the core, per execution: the extra cycles of the long window over its extra executions
  double crowding = 0; ///< how long the canary took, relative to the chain: lowest when the core is ours alone
  double crowding_spread = 0;     ///< of the samples that count: small when nobody else is on the core
  double additions_per_cycle = 0; ///< of the sentinel; 0: not measured
};

/// Of the calmer samples: what else runs on the machine (another thread of the same core above all) shows in the
/// canary. `least_crowding`: of this core when it is calm, if that is known; then a few samples that are as calm do.
[[nodiscard]] Typical typical(const std::vector<Sample> &samples, const WindowSizes &sizes, double least_crowding = 0);

/// Keeps the `count` lowest figures and returns their relative spread. Disturbances only ever add cycles: runs that
/// agree at the low end are those that were not disturbed.
[[nodiscard]] double lowest_agreement(std::vector<double> &figures, std::size_t count);

} // namespace osaca::measure
