#include "measure/harness/rounds.h"

#include "measure/harness/timed_code.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr double window_cycles = 30000; // the clock may advance in steps of tens of cycles
constexpr std::uint64_t max_passes = 4000;
constexpr std::uint64_t tick_budget = 40'000'000; // some 15 ms for all samples of slow code, but never too few

/// What reading the clock adds to a chain, from chains of two lengths.
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
  // Wide vector units go to sleep while chain and canary run. Whatever the code uses is woken before the clock counts:
  // in the short window alone, the time it takes would make the difference to the long one too small.
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

std::vector<Sample> take_samples(RoundTimer &timer, std::uint64_t passes, const RoundPlan &plan) {
  std::vector<Sample> taken;
  taken.reserve(plan.wanted);
  std::uint64_t spent = 0;
  while (taken.size() < plan.wanted && (taken.size() < plan.enough_samples || spent < tick_budget)) {
    taken.push_back(sample(timer, passes, plan.untimed_windows));
    const Sample &last = taken.back();
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
  rounds.samples = take_samples(timer, rounds.passes, plan);
  return rounds;
}

} // namespace osaca::measure
