#include "measure/harness/samples.h"

#include "measure/harness/timed_code.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {

namespace {

constexpr double calm_share = 0.4; // of the samples: those with the fastest canary are used
constexpr double known_calm_tolerance = 0.03;
constexpr std::size_t enough_calm = 6;

/// The time of the chain around sample `i`: the median of a few samples, so that a disturbed one does not count.
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

bool is_calm(double crowding, double calm_crowding) {
  return std::abs(crowding - calm_crowding) <= known_calm_tolerance * calm_crowding;
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
  std::ranges::copy_if(all, std::back_inserter(calm),
                       [&](const Normalised &one) { return is_calm(one.crowding, least_crowding); });
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

double closest_agreement(std::vector<double> &figures, std::size_t least) {
  std::ranges::sort(figures);
  const std::size_t count = std::min(figures.size(), std::max(least, (figures.size() + 1) / 2));
  std::vector<double> closest(figures.begin(), figures.begin() + static_cast<std::ptrdiff_t>(count));
  for (auto first = figures.begin(); figures.end() - first >= static_cast<std::ptrdiff_t>(count); ++first) {
    std::vector<double> next(first, first + static_cast<std::ptrdiff_t>(count));
    if (relative_spread(next) < relative_spread(closest))
      closest = std::move(next);
  }
  figures = std::move(closest);
  return relative_spread(figures);
}

namespace {

constexpr double window_cycles = 30000; // the clock may advance in steps of tens of cycles
constexpr std::uint64_t max_passes = 4000;
constexpr std::uint64_t tick_budget = 40'000'000; // about 15 ms for all samples of slow code, but never too few
constexpr std::uint64_t calm_tick_budget = 10 * tick_budget; // until the core is calm

/// The ticks that reading the clock adds to a chain, from chains of two lengths.
double clock_overhead_ticks(RoundTimer &timer) {
  constexpr int rounds = 31;
  std::vector<double> overheads;
  for (int i = 0; i < rounds; ++i) {
    const auto brief = static_cast<double>(timer.chain_ticks(calibration_units / 10));
    const auto full = static_cast<double>(timer.chain_ticks(calibration_units));
    overheads.push_back((10 * brief - full) / 9);
  }
  return median(std::move(overheads));
}

Sample sample(RoundTimer &timer, std::uint64_t passes, int untimed_windows) {
  Sample taken;
  taken.calibration_ticks = timer.chain_ticks(calibration_units);
  const std::uint64_t before = timer.canary_ticks();
  const std::uint64_t sentinel_before = timer.sentinel_ticks();
  // Wide vector units go to sleep while chain and canary run. The untimed windows wake whatever the code uses before
  // timing begins. Otherwise the wake-up time in the short window would make the difference to the long one too small.
  for (int i = 0; i < untimed_windows; ++i)
    (void)timer.short_ticks(passes);
  taken.short_ticks = timer.short_ticks(passes);
  taken.long_ticks = timer.long_ticks(passes);
  taken.sentinel_ticks = std::max(sentinel_before, timer.sentinel_ticks());
  taken.canary_ticks = std::max(before, timer.canary_ticks());
  return taken;
}

std::uint64_t passes_per_window(RoundTimer &timer) {
  Sample least = sample(timer, 1, 1);
  for (int i = 0; i < 3; ++i) {
    const Sample next = sample(timer, 1, 1);
    least = {std::min(least.calibration_ticks, next.calibration_ticks), std::min(least.short_ticks, next.short_ticks),
             std::min(least.long_ticks, next.long_ticks)};
  }
  const double wanted_ticks =
      window_cycles * static_cast<double>(least.calibration_ticks) / static_cast<double>(calibration_cycles);
  const double passes = wanted_ticks / static_cast<double>(std::max<std::uint64_t>(least.short_ticks, 1));
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(passes) + 1, 1, max_passes);
}

std::vector<Sample> take_samples(RoundTimer &timer, std::uint64_t passes, const RoundPlan &plan,
                                 double overhead_ticks) {
  std::vector<Sample> taken;
  taken.reserve(plan.wanted);
  std::uint64_t spent = 0;
  std::size_t calm = 0;
  const auto is_enough = [&] {
    return taken.size() >= plan.wanted || (taken.size() >= plan.enough_samples && spent >= tick_budget);
  };
  const auto waits_for_calm = [&] {
    return plan.calm_crowding > 0 && calm < enough_calm && taken.size() < plan.most_samples && spent < calm_tick_budget;
  };
  while (!is_enough() || waits_for_calm()) {
    taken.push_back(sample(timer, passes, plan.untimed_windows));
    const Sample &last = taken.back();
    const double crowding =
        static_cast<double>(last.canary_ticks) / (static_cast<double>(last.calibration_ticks) - overhead_ticks);
    calm += is_calm(crowding, plan.calm_crowding) ? 1 : 0;
    spent += last.calibration_ticks + 2 * last.short_ticks + last.long_ticks;
  }
  return taken;
}

} // namespace

Rounds take_rounds(RoundTimer &timer, const RoundPlan &plan) {
  Rounds rounds;
  rounds.passes = plan.passes > 0 ? plan.passes : passes_per_window(timer);
  rounds.clock_overhead_ticks = clock_overhead_ticks(timer);
  (void)sample(timer, rounds.passes, plan.untimed_windows);
  rounds.samples = take_samples(timer, rounds.passes, plan, rounds.clock_overhead_ticks);
  return rounds;
}

} // namespace osaca::measure
