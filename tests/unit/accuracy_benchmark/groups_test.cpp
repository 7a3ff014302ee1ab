// Groups of errors, against sums worked by hand.
#include "groups.h"

#include <gmock/gmock.h>

namespace osaca::accuracy {
namespace {

using testing::DoubleNear;
using testing::Optional;

Row row(const std::string &name, double measured, std::optional<double> predicted, const std::string &bound,
        std::vector<std::string> features = {}) {
  Row result;
  result.sample.name = name;
  result.sample.measured_cycles = measured;
  result.sample.instructions = {"nop"};
  result.ours = {predicted, bound, {}};
  result.features = std::move(features);
  return result;
}

/// Errors: ports 0 and 60 %, lcd 40 % and none at all.
std::vector<Row> example() {
  return {row("a", 1, 1.0, "ports", {"x"}), row("b", 10, 4.0, "ports", {"x", "y"}), row("c", 10, 14.0, "lcd"),
          row("d", 10, std::nullopt, "lcd", {"y"})};
}

TEST(Groups, AreSortedByTheirShareOfTheError) {
  const std::vector<Group> groups = grouped(example(), *find_cause("bound"));
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "bound by ports");
  EXPECT_NEAR(groups[0].share_of_error, 0.6, 1e-12);
  EXPECT_NEAR(groups[0].share_of_rows, 2.0 / 3, 1e-12);
  EXPECT_THAT(groups[0].ours.mean_error, Optional(DoubleNear(0.3, 1e-12)));
  EXPECT_THAT(groups[0].mean_error_of_rest, Optional(DoubleNear(0.4, 1e-12)));
  EXPECT_EQ(groups[0].ours.under, 1U);
  EXPECT_NEAR(groups[1].share_of_error, 0.4, 1e-12);
  EXPECT_EQ(groups[1].ours.not_handled, 1U);
}

TEST(Groups, OfFeaturesOverlap) {
  const std::vector<Group> groups = grouped(example(), *find_cause("feature"));
  ASSERT_EQ(groups.size(), 3U); // x, y and none
  EXPECT_NEAR(groups[0].share_of_error + groups[1].share_of_error + groups[2].share_of_error, 1.6, 1e-12);
}

TEST(Groups, AreFoundByTheirNames) {
  EXPECT_TRUE(is_in_group(example()[0], "bound by ports"));
  EXPECT_TRUE(is_in_group(example()[1], "y"));
  EXPECT_TRUE(is_in_group(example()[2], "1 instruction"));
  EXPECT_TRUE(is_in_group(example()[3], "not handled"));
  EXPECT_FALSE(is_in_group(example()[0], "bound by lcd"));
  EXPECT_TRUE(is_in_group(example()[0], "not bound by lcd"));
  EXPECT_TRUE(is_in_group(example()[0], "not y"));
  EXPECT_FALSE(is_in_group(example()[1], "not y"));
  EXPECT_EQ(find_cause("weather"), nullptr);
}

TEST(WorstRows, AreTheFurthestOffThatHaveAPrediction) {
  const std::vector<Row> worst = worst_rows(example(), 2);
  ASSERT_EQ(worst.size(), 2U);
  EXPECT_EQ(worst[0].sample.name, "b");
  EXPECT_EQ(worst[1].sample.name, "c");
  EXPECT_EQ(worst_rows(example(), 99).size(), 3U);
}

} // namespace
} // namespace osaca::accuracy
