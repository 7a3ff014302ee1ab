// The statistics against examples worked by hand and against their definitions.
#include "measure/statistics/agreement.h"

#include <gmock/gmock.h>

#include <cmath>

namespace osaca::measure::statistics {
namespace {

using testing::DoubleNear;
using testing::Eq;
using testing::Optional;

/// Tau-b by its definition, pair by pair.
double tau_by_definition(const std::vector<double> &x, const std::vector<double> &y) {
  double balance = 0;
  double untied_x = 0;
  double untied_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int sign_x = (x[i] > x[j]) - (x[i] < x[j]);
      const int sign_y = (y[i] > y[j]) - (y[i] < y[j]);
      balance += sign_x * sign_y;
      untied_x += sign_x != 0 ? 1 : 0;
      untied_y += sign_y != 0 ? 1 : 0;
    }
  return balance / std::sqrt(untied_x * untied_y);
}

TEST(KendallTau, IsOneForTheSameOrderAndMinusOneForTheReverse) {
  EXPECT_THAT(kendall_tau_b({1, 2, 3, 4}, {10, 20, 30, 31}), Optional(1.0));
  EXPECT_THAT(kendall_tau_b({1, 2, 3, 4}, {4, 3, 2, 1}), Optional(-1.0));
}

TEST(KendallTau, CountsOneSwapAmongThreePairs) {
  // 1<2<3 against 1, 3, 2: two pairs agree, one does not: (2 - 1) / 3.
  EXPECT_THAT(kendall_tau_b({1, 2, 3}, {1, 3, 2}), Optional(DoubleNear(1.0 / 3, 1e-12)));
}

TEST(KendallTau, LeavesTiesOutOfBothSides) {
  // Of ten pairs: 2 agree (A-E, D-E), 6 disagree, A-D is tied in both, B-E in the first only. Untied in the first: 8,
  // in the second: 9. (2 - 6) / sqrt(8 * 9).
  EXPECT_THAT(kendall_tau_b({12, 2, 1, 12, 2}, {1, 4, 7, 1, 0}), Optional(DoubleNear(-4 / std::sqrt(72.0), 1e-12)));
}

TEST(KendallTau, FollowsItsDefinitionWithManyTies) {
  std::vector<double> x;
  std::vector<double> y;
  unsigned state = 12345;
  for (int i = 0; i < 300; ++i) {
    state = state * 1103515245U + 12345U;
    x.push_back((state >> 16) % 17);
    state = state * 1103515245U + 12345U;
    y.push_back(x.back() / 2 + (state >> 16) % 11);
  }
  EXPECT_THAT(kendall_tau_b(x, y), Optional(DoubleNear(tau_by_definition(x, y), 1e-12)));
  EXPECT_THAT(kendall_tau_b(y, x), Optional(DoubleNear(tau_by_definition(x, y), 1e-12)));
}

TEST(KendallTau, DoesNotExistWithoutTwoDifferentValues) {
  EXPECT_THAT(kendall_tau_b({}, {}), Eq(std::nullopt));
  EXPECT_THAT(kendall_tau_b({1}, {2}), Eq(std::nullopt));
  EXPECT_THAT(kendall_tau_b({1, 1, 1}, {1, 2, 3}), Eq(std::nullopt));
  EXPECT_THAT(kendall_tau_b({1, 2, 3}, {5, 5, 5}), Eq(std::nullopt));
}

TEST(KendallTau, OfTwoHundredThousandRowsIsQuick) { // a quadratic method would take minutes
  std::vector<double> x;
  for (int i = 0; i < 200000; ++i)
    x.push_back(i);
  EXPECT_THAT(kendall_tau_b(x, {x.rbegin(), x.rend()}), Optional(-1.0));
}

TEST(Median, IsTheMiddleOrTheMeanOfTheMiddleTwo) {
  EXPECT_THAT(median({3, 1, 2}), Optional(2.0));
  EXPECT_THAT(median({4, 1, 3, 2}), Optional(2.5));
  EXPECT_THAT(median({}), Eq(std::nullopt));
}

TEST(Agreement, OfAWorkedExample) {
  // Errors: 0, +50 %, -50 %, +10 % (still right), none.
  const Agreement a = agreement({1, 2, 4, 10, 3}, {1.0, 3.0, 2.0, 11.0, std::nullopt});
  EXPECT_EQ(a.rows, 5U);
  EXPECT_EQ(a.not_handled, 1U);
  EXPECT_EQ(a.within, 2U);
  EXPECT_EQ(a.over, 1U);
  EXPECT_EQ(a.under, 1U);
  EXPECT_THAT(a.mean_error, Optional(DoubleNear(1.1 / 4, 1e-12)));
  EXPECT_THAT(a.mean_signed_error, Optional(DoubleNear(0.1 / 4, 1e-12)));
  EXPECT_THAT(a.median_error, Optional(DoubleNear(0.3, 1e-12)));
  EXPECT_THAT(a.kendall_tau, Optional(DoubleNear(4.0 / 6, 1e-12))); // 3 and 2 are in the wrong order
}

TEST(Agreement, RoundedTauDoesNotRankWhatMeasurementsCannotTellApart) {
  const Agreement a = agreement({0.2501, 0.2499, 1.0}, {0.25, 0.2502, 1.0});
  EXPECT_THAT(a.kendall_tau, Optional(DoubleNear(1.0 / 3, 1e-12)));
  EXPECT_THAT(a.kendall_tau_rounded, Optional(DoubleNear(1.0, 1e-12)));
}

TEST(Agreement, OfNothingHasNoFigures) {
  EXPECT_THAT(agreement({}, {}).mean_error, Eq(std::nullopt));
  EXPECT_EQ(agreement({1, 2}, {std::nullopt, std::nullopt}).not_handled, 2U);
}

} // namespace
} // namespace osaca::measure::statistics
