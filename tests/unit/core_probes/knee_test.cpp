// Curves whose knee is known because they are made up.
#include "measure/core_probes/evidence.h"

#include <gmock/gmock.h>

#include <map>

namespace osaca::measure::core_probes {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr Grid grid = {16, 720, 22};

/// What two misses with `x` instructions in between take: a slope for dispatch, a step where the window ends.
double window(int x, int end) { return (x <= end ? 1400.0 : 1900.0) + x / 6.0; }

TEST(StepOfACurve, IsFoundToTheInstruction) {
  for (const int end : {60, 158, 318, 511, 640}) {
    const KneeSearch found = find_step([end](int x) { return window(x, end); }, grid);
    ASSERT_TRUE(found.knee) << end << ": " << found.why_not;
    EXPECT_EQ(found.knee->last_before, end);
    EXPECT_LT(found.knee->low, found.knee->high);
  }
}

TEST(StepOfACurve, IsFoundInNoise) {
  unsigned state = 1;
  const auto noise = [&state] { // of five in a hundred
    state = state * 1664525 + 1013904223;
    return 1 + 0.05 * (state >> 16) / 65536.0;
  };
  const KneeSearch found = find_step([&](int x) { return window(x, 318) * noise(); }, grid);
  ASSERT_TRUE(found.knee) << found.why_not;
  EXPECT_EQ(found.knee->last_before, 318);
}

TEST(StepOfACurve, IsNotTakenFromASingleDisturbance) {
  const KneeSearch found = find_step([](int x) { return x == 126 ? 3000.0 : window(x, 1000); }, grid);
  EXPECT_FALSE(found.knee);
  EXPECT_THAT(found.why_not, HasSubstr("no step"));
}

TEST(StepOfACurve, OutlivesADisturbanceThatDoesNotComeBack) {
  std::map<int, int> asked;
  const KneeSearch found =
      find_step([&](int x) { return window(x, 318) + (x == 148 && ++asked[x] == 1 ? 900 : 0); }, grid);
  ASSERT_TRUE(found.knee) << found.why_not;
  EXPECT_EQ(found.knee->last_before, 318);
}

TEST(StepOfACurve, IsNotSeenInASlope) {
  const KneeSearch found = find_step([](int x) { return 100.0 + x; }, grid);
  EXPECT_FALSE(found.knee);
}

TEST(StepOfACurve, IsNotGuessedWhereItIsARamp) {
  const auto ramp = [](int x) { return x < 300 ? 1400.0 : x < 316 ? 1400 + 500.0 * (x - 300) / 16 : 1900.0; };
  const KneeSearch found = find_step(ramp, grid);
  EXPECT_FALSE(found.knee);
  EXPECT_THAT(found.why_not, HasSubstr("not at once"));
}

TEST(StepOfACurve, EndsWithTheCodeThatDoesNotRun) {
  const KneeSearch found = find_step([](int) { return std::nullopt; }, grid);
  EXPECT_FALSE(found.knee);
  EXPECT_THAT(found.points, IsEmpty());
}

TEST(RiseOfACurve, IsTheEndOfThePlateau) {
  const std::vector<int> sizes = {500, 1000, 2000, 3000, 4000, 6000, 8000, 10000};
  const auto rising = [](int x) { return x <= 5120 ? 0.167 : 0.167 + 0.0001 * (x - 5120) + 0.02; };
  const KneeSearch found = find_rise(rising, sizes, 0.1);
  ASSERT_TRUE(found.knee) << found.why_not;
  EXPECT_NEAR(found.knee->last_before, 5120, 0.02 * 5120);
}

TEST(RiseOfACurve, IsNotInventedOnAPlateau) {
  const KneeSearch found = find_rise([](int) { return 0.25; }, {500, 1000, 2000, 4000, 8000}, 0.1);
  EXPECT_FALSE(found.knee);
  EXPECT_THAT(found.why_not, HasSubstr("8000"));
}

} // namespace
} // namespace osaca::measure::core_probes
