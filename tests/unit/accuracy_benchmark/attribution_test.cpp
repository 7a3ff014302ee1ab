// Which features are taken to be the cause.
#include "attribution.h"

#include <gmock/gmock.h>

namespace osaca::accuracy {
namespace {

/// `count` rows off by `error` with these features.
void add_rows(std::vector<Row> &rows, int count, double error, const std::vector<std::string> &features) {
  for (int i = 0; i < count; ++i) {
    Row row;
    row.sample.measured_cycles = 1;
    row.ours.cycles = 1 - error;
    row.features = features;
    rows.push_back(row);
  }
}

TEST(Attribution, GivesEachRowToTheCauseAndNotToItsCompanions) {
  std::vector<Row> rows;
  add_rows(rows, 10, 0.5, {"push", "store"}); // pushes are wrong, stores are only beside them
  add_rows(rows, 10, 0.0, {"store"});
  add_rows(rows, 10, 0.3, {"division"});
  add_rows(rows, 30, 0.0, {});
  const std::vector<Group> groups = attributed(rows);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].name, "push");
  EXPECT_EQ(groups[0].ours.rows, 10U);
  EXPECT_EQ(groups[1].name, "not push, division");
  EXPECT_EQ(groups[2].name, "not push, not division");
  EXPECT_NEAR(groups[0].share_of_error + groups[1].share_of_error + groups[2].share_of_error, 1, 1e-12);
}

TEST(Attribution, FindsWhatIsWrongOnlyTogether) {
  std::vector<Row> rows;
  add_rows(rows, 10, 0.5, {"store", "load"});
  add_rows(rows, 20, 0.0, {"store"});
  add_rows(rows, 20, 0.0, {"load"});
  add_rows(rows, 20, 0.0, {});
  const std::vector<Group> groups = attributed(rows);
  EXPECT_EQ(groups[0].ours.rows, 10U);
  EXPECT_NEAR(groups[0].share_of_error, 1, 1e-12);
}

TEST(Attribution, BlamesNoFeatureThatAllRowsHave) {
  std::vector<Row> rows;
  add_rows(rows, 10, 0.5, {"branch"});
  add_rows(rows, 10, 0.1, {"branch"});
  const std::vector<Group> groups = attributed(rows);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].name, "(all)");
}

TEST(Attribution, MakesNoGroupOfAFewRows) {
  std::vector<Row> rows;
  add_rows(rows, 2, 1.0, {"rare"});
  add_rows(rows, 50, 0.0, {});
  EXPECT_EQ(attributed(rows).size(), 1U);
}

TEST(Attribution, OfNothingOrOfPerfectPredictionsEnds) {
  EXPECT_TRUE(attributed({}).empty());
  std::vector<Row> rows;
  add_rows(rows, 30, 0, {"x"});
  add_rows(rows, 30, 0, {});
  EXPECT_EQ(attributed(rows).size(), 1U);
}

} // namespace
} // namespace osaca::accuracy
