#include "measure/memory/cache_sizes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace osaca::measure::memory {
namespace {

constexpr std::int64_t mib = 1 << 20;

/// Of places in a circle where always the oldest line is replaced: all or nothing.
SizeCurve steps_at(const std::vector<std::pair<std::int64_t, double>> &levels, std::int64_t to) {
  SizeCurve curve;
  for (const std::int64_t bytes : size_grid(8 << 10, to)) {
    std::size_t i = 0;
    while (i + 1 < levels.size() && bytes > levels[i].first)
      ++i;
    curve.push_back({bytes, levels[i].second, false});
  }
  return curve;
}

TEST(SizeCurve, KneesAreFoundWhereItJumps) {
  const SizeCurve curve = steps_at({{48 << 10, 5}, {2 * mib, 15}, {0, 100}}, 64 * mib);
  const std::vector<SizeKnee> found = knees(curve, 0, 64 * mib, 1.5);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].last_before, 48 << 10);
  EXPECT_EQ(found[1].last_before, 2 * mib);
  EXPECT_NEAR(std::log2(static_cast<double>(size_at(curve, found[0])) / (48 << 10)), 0, 0.6);
}

TEST(SizeCurve, ASlowRiseIsNoKnee) {
  SizeCurve curve;
  double cycles = 10;
  for (const std::int64_t bytes : size_grid(8 << 10, 64 * mib)) {
    curve.push_back({bytes, cycles, false});
    cycles *= 1.05;
  }
  EXPECT_TRUE(knees(curve, 0, 64 * mib, 1.5).empty());
}

TEST(CacheSizes, AgreeWithTheSystemWhereWalksShowTheSame) {
  const SizeCurves curves = {steps_at({{48 << 10, 5}, {2 * mib, 15}, {0, 100}}, 64 * mib), {}, {}};
  const std::vector<CacheSize> found = cache_sizes({{1, 48 << 10, 12, 64, 1}, {2, 2 * mib, 16, 64, 1}}, curves);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].agrees());
  EXPECT_TRUE(found[1].agrees());
  EXPECT_EQ(found[1].bytes(), 2 * mib);
}

TEST(CacheSizes, OfAHostsCacheOnlyThePartThatIsSeenCounts) {
  SizeCurves curves;
  for (std::int64_t bytes = 4 * mib; bytes <= 1024 * mib; bytes *= 2) {
    curves.chase_in_blocks.push_back({bytes, bytes <= 32 * mib ? 100.0 : 390.0, false});
    curves.read.push_back({bytes, bytes <= 64 * mib ? 6.6 : 14.0, false});
  }
  const std::vector<CacheSize> found = cache_sizes({{3, 260 * mib, 20, 64, 2}}, curves);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_FALSE(found[0].agrees());
  EXPECT_EQ(found[0].bytes(), 32 * mib);
}

TEST(CacheSizes, AreTakenFromTheWalksWhereTheSystemSaysNothing) {
  const SizeCurves curves = {steps_at({{32 << 10, 4}, {mib, 14}, {0, 80}}, 64 * mib), {}, {}};
  const std::vector<CacheSize> found = cache_sizes({}, curves);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "L1");
  EXPECT_EQ(found[1].usable_bytes, mib);
}

} // namespace
} // namespace osaca::measure::memory
