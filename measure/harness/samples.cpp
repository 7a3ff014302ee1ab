#include "measure/harness/samples.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double calm_share = 0.4; // of the samples, those in which the canary was fastest
constexpr double known_calm_tolerance = 0.03;
constexpr std::size_t enough_calm = 6;

/// What the chain took around sample `i`: the median of a few, so that a disturbed one does not count.
double chain_ticks_around(const std::vector<Sample> &samples, std::size_t i) {
  constexpr std::size_t reach = 2;
  std::vector<double> near;
  for (std::size_t k = i - std::min(i, reach); k <= i + reach && k < samples.size(); ++k)
    near.push_back(static_cast<double>(samples[k].calibration_ticks));
  return median(std::move(near));
}

struct Normalised {
  double cycles = 0;
  double crowding = 0;
  double additions_per_cycle = 0;
};

std::vector<Normalised> normalised(const std::vector<Sample> &samples, const WindowSizes &sizes) {
  std::vector<Normalised> made;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double cycles_per_tick =
        sizes.calibration_cycles / (chain_ticks_around(samples, i) - sizes.clock_overhead_ticks);
    const double extra_ticks = static_cast<double>(samples[i].long_ticks) - static_cast<double>(samples[i].short_ticks);
    made.push_back(
        {extra_ticks * cycles_per_tick / (sizes.long_executions - sizes.short_executions),
         static_cast<double>(samples[i].canary_ticks) * cycles_per_tick / sizes.calibration_cycles,
         samples[i].sentinel_ticks == 0
             ? 0
             : sizes.sentinel_additions / (static_cast<double>(samples[i].sentinel_ticks) * cycles_per_tick)});
  }
  return made;
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
  const auto [least, most] = std::ranges::minmax_element(values);
  const double middle = median(values);
  return middle > 0 ? (*most - *least) / middle : 0;
}

Typical typical(const std::vector<Sample> &samples, const WindowSizes &sizes, double least_crowding) {
  std::vector<Normalised> all = normalised(samples, sizes);
  std::ranges::stable_sort(all, [](const Normalised &a, const Normalised &b) { return a.crowding < b.crowding; });
  std::vector<Normalised> calm;
  std::ranges::copy_if(all, std::back_inserter(calm), [&](const Normalised &one) {
    return std::abs(one.crowding - least_crowding) <= known_calm_tolerance * least_crowding;
  });
  const auto usual = static_cast<std::size_t>(std::ceil(calm_share * static_cast<double>(all.size())));
  if (calm.size() >= enough_calm)
    all = std::move(calm);
  all.resize(std::min(usual, all.size()));
  std::vector<double> cycles;
  std::vector<double> crowding;
  std::vector<double> additions;
  for (const Normalised &one : all) {
    cycles.push_back(one.cycles);
    crowding.push_back(one.crowding);
    additions.push_back(one.additions_per_cycle);
  }
  const double spread = relative_spread(crowding);
  return {median(std::move(cycles)), median(std::move(crowding)), spread, median(std::move(additions))};
}

double lowest_agreement(std::vector<double> &figures, std::size_t count) {
  std::ranges::sort(figures);
  figures.resize(std::min(figures.size(), count));
  return relative_spread(figures);
}

} // namespace osaca::measure
