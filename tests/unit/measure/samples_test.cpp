#include "measure/harness/samples.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

constexpr WindowSizes sizes = {20000, 0, 1000, 2000};

/// A core at `cycles_per_tick`, on which an execution takes three cycles and a window 500 besides.
Sample sample_at(double cycles_per_tick, std::uint64_t canary_cycles = 6000) {
  const auto ticks = [cycles_per_tick](double cycles) { return static_cast<std::uint64_t>(cycles / cycles_per_tick); };
  return {ticks(20000), ticks(500 + 3 * 1000), ticks(500 + 3 * 2000), ticks(static_cast<double>(canary_cycles))};
}

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(Spread, IsRelativeToTheMedian) {
  EXPECT_DOUBLE_EQ(relative_spread({9, 10, 12}), 0.3);
  EXPECT_EQ(relative_spread({7}), 0);
}

TEST(Typical, DropsWhatAWindowCostsBesides) {
  EXPECT_NEAR(typical(std::vector<Sample>(20, sample_at(1.5)), sizes).cycles, 3, 0.01);
}

TEST(Typical, DoesNotDependOnTheFrequency) {
  std::vector<Sample> samples(30, sample_at(0.8));
  samples.insert(samples.end(), 30, sample_at(1.6));
  EXPECT_NEAR(typical(samples, sizes).cycles, 3, 0.01);
}

TEST(Typical, CountsTheAdditionsOfTheSentinel) {
  WindowSizes with_sentinel = sizes;
  with_sentinel.sentinel_additions = 12000;
  std::vector<Sample> samples(20, sample_at(0.5));
  EXPECT_EQ(typical(samples, with_sentinel).additions_per_cycle, 0) << "not measured";
  for (Sample &sample : samples)
    sample.sentinel_ticks = 6000; // 3000 cycles
  EXPECT_NEAR(typical(samples, with_sentinel).additions_per_cycle, 4, 0.01);
}

TEST(Typical, LeavesOutTheTimeWhenTheCoreWasShared) {
  std::vector<Sample> samples(40, sample_at(1));
  for (int i = 0; i < 60; ++i) {
    Sample shared = sample_at(1, 9000);
    shared.long_ticks *= 2;
    samples.push_back(shared);
  }
  EXPECT_NEAR(typical(samples, sizes).cycles, 3, 0.01);
  EXPECT_NEAR(typical(samples, sizes).crowding, 0.3, 0.001);
}

// Somebody else leaves the core for moments only.
TEST(Typical, FewSamplesDoIfItIsKnownHowCalmTheCoreCanBe) {
  std::vector<Sample> samples(8, sample_at(1));
  for (int i = 0; i < 60; ++i) {
    Sample shared = sample_at(1, 8000 + 20 * static_cast<std::uint64_t>(i));
    shared.long_ticks *= 2;
    samples.push_back(shared);
  }
  samples.push_back(sample_at(1, 3000)); // the clock went astray
  constexpr double known = 0.3;
  EXPECT_NEAR(typical(samples, sizes, known).cycles, 3, 0.01);
  EXPECT_NEAR(typical(samples, sizes, known).crowding, known, 0.001);
  EXPECT_GT(typical(samples, sizes).crowding, 0.35);
}

TEST(Typical, TellsASteadyCoreFromASharedOne) {
  std::vector<Sample> samples;
  for (std::uint64_t i = 0; i < 50; ++i)
    samples.push_back(sample_at(1, 6000 + 100 * i));
  EXPECT_GT(typical(samples, sizes).crowding_spread, 0.1);
  EXPECT_LT(typical(std::vector<Sample>(50, sample_at(1)), sizes).crowding_spread, 0.001);
}

TEST(Typical, TakesTheClocksOwnCostOutOfTheCalibration) {
  std::vector<Sample> samples(20, sample_at(1));
  for (Sample &sample : samples)
    sample.calibration_ticks += 400;
  EXPECT_NEAR(typical(samples, {20000, 400, 1000, 2000}).cycles, 3, 0.01);
}

TEST(ClosestAgreement, KeepsTheFiguresOfMostRuns) {
  std::vector<double> figures = {1.5, 1.0, 1.01, 3.0, 1.0};
  EXPECT_NEAR(closest_agreement(figures, 3), 0.01, 1e-9);
  EXPECT_EQ(figures.size(), 3U);
}

TEST(ClosestAgreement, IsNotPulledDownByRunsThatLookTooFast) {
  std::vector<double> figures = {0.80, 0.85, 0.90, 1.0, 1.0, 1.0, 1.02, 1.01};
  EXPECT_LT(closest_agreement(figures, 3), 0.021);
  EXPECT_NEAR(median(figures), 1.0, 0.011);
}

} // namespace
} // namespace osaca::measure
