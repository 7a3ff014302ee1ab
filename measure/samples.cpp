#include "measure/samples.h"

#include <algorithm>

namespace osaca::measure {
namespace {

// What else runs on the machine (another thread of the same core above all) only ever makes a window longer, for a
// while.
constexpr double calm_share = 0.2;

double calm_value(std::vector<double> values) {
  if (values.empty())
    return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(calm_share * static_cast<double>(values.size()));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// What the chain took around sample `i`: the median of a few, so that a disturbed one does not count.
double chain_ticks_around(const std::vector<Sample> &samples, std::size_t i) {
  constexpr std::size_t reach = 2;
  std::vector<double> near;
  for (std::size_t k = i - std::min(i, reach); k <= i + reach && k < samples.size(); ++k)
    near.push_back(static_cast<double>(samples[k].calibration_ticks));
  return median(std::move(near));
}

/// Of one of the windows, in each sample.
std::vector<double> cycles_of(const std::vector<Sample> &samples, const WindowSizes &sizes,
                              std::uint64_t Sample::*window) {
  std::vector<double> cycles;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double ticks_per_cycle =
        (chain_ticks_around(samples, i) - sizes.clock_overhead_ticks) / sizes.calibration_cycles;
    cycles.push_back(static_cast<double>(samples[i].*window) / ticks_per_cycle);
  }
  return cycles;
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

double crowding(const Sample &sample) {
  return static_cast<double>(sample.canary_ticks) / static_cast<double>(sample.calibration_ticks);
}

double typical_cycles(const std::vector<Sample> &samples, const WindowSizes &sizes) {
  const double extra = calm_value(cycles_of(samples, sizes, &Sample::long_ticks)) -
                       calm_value(cycles_of(samples, sizes, &Sample::short_ticks));
  return extra / (sizes.long_executions - sizes.short_executions);
}

double lowest_agreement(std::vector<double> &figures, std::size_t count) {
  std::sort(figures.begin(), figures.end());
  figures.resize(std::min(figures.size(), count));
  return relative_spread(figures);
}

} // namespace osaca::measure
