#include "measure/samples.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr double disturbed_factor = 1.1; // an interrupt costs thousands of cycles; the clock's step only 0.1 %

double shortest(const std::vector<Sample> &samples, std::uint64_t Sample::*window) {
  std::uint64_t least = UINT64_MAX;
  for (const Sample &sample : samples)
    least = std::min(least, sample.*window);
  return static_cast<double>(least);
}

} // namespace

double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1)
    return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double relative_spread(const std::vector<double> &values) {
  if (values.size() < 2)
    return 0;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double middle = median(values);
  return middle > 0 ? (*most - *least) / middle : 0;
}

std::vector<double> cycles_per_execution(const std::vector<Sample> &samples, const WindowSizes &sizes) {
  std::vector<double> cycles;
  for (const Sample &sample : samples) {
    const double extra_ticks = static_cast<double>(sample.long_ticks) - static_cast<double>(sample.short_ticks);
    const double cycles_per_tick = sizes.calibration_cycles / static_cast<double>(sample.calibration_ticks);
    cycles.push_back(extra_ticks * cycles_per_tick / (sizes.long_executions - sizes.short_executions));
  }
  return cycles;
}

double typical_cycles(const std::vector<Sample> &samples, const WindowSizes &sizes) {
  const double least_calibration = shortest(samples, &Sample::calibration_ticks);
  const double least_short = shortest(samples, &Sample::short_ticks);
  const double least_long = shortest(samples, &Sample::long_ticks);
  std::vector<Sample> calm;
  for (const Sample &sample : samples)
    if (static_cast<double>(sample.calibration_ticks) <= disturbed_factor * least_calibration &&
        static_cast<double>(sample.short_ticks) <= disturbed_factor * least_short &&
        static_cast<double>(sample.long_ticks) <= disturbed_factor * least_long)
      calm.push_back(sample);
  return median(cycles_per_execution(calm.empty() ? samples : calm, sizes));
}

} // namespace osaca::measure
