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
};

/// What the windows held.
struct WindowSizes {
  double calibration_cycles = 0;
  double short_executions = 0; ///< of the code, in all passes of the window
  double long_executions = 0;
};

/// Of an unsorted list; 0 if it is empty.
[[nodiscard]] double median(std::vector<double> values);

/// (max - min) / median; 0 for fewer than two values.
[[nodiscard]] double relative_spread(const std::vector<double> &values);

/// Core cycles of one execution in each sample: the extra ticks of the long window over its extra executions.
[[nodiscard]] std::vector<double> cycles_per_execution(const std::vector<Sample> &samples, const WindowSizes &sizes);

/// The samples' common figure: their median, after those that an interrupt has stretched were left out.
[[nodiscard]] double typical_cycles(const std::vector<Sample> &samples, const WindowSizes &sizes);

} // namespace osaca::measure
