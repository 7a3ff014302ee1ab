// Rules of dispatch, found again in times of an Emerald Rapids, of an Ice Lake-SP and of cores without such rules.
#include "measure/core_probes/dispatch_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace osaca::measure::core_probes {
namespace {

TEST(SplitRule, IsFoundInTimesOfARealCore) {
  const std::vector<TimedSplits> measured = {{1, 3, 1.00}, {1, 4, 1.03}, {1, 5, 1.28}, {1, 6, 1.45},
                                             {1, 7, 1.94}, {1, 8, 1.95}, {1, 9, 1.97}, {1, 10, 2.03}};
  const auto rule = split_rule(measured, 6);
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->among_first, 3);
}

// An Ice Lake-SP, five macro-ops wide, in loops.
TEST(SplitRule, IsFoundInTimesOfLoops) {
  const std::vector<TimedSplits> measured = {
      {1, 3, 1.00}, {1, 4, 1.33}, {1, 5, 1.50}, {1, 6, 2.00}, {1, 7, 2.00}, {1, 8, 2.00}, {1, 9, 2.33}, {1, 10, 2.50},
      {2, 3, 1.50}, {2, 4, 2.00}, {2, 5, 2.00}, {2, 6, 2.00}, {2, 7, 2.33}, {2, 8, 2.49}, {2, 9, 3.00}, {2, 10, 3.00},
      {3, 3, 2.00}, {3, 4, 2.00}, {3, 5, 2.50}, {3, 6, 3.01}, {3, 7, 3.00}, {3, 8, 3.00}, {3, 9, 3.00}, {3, 10, 3.50}};
  const auto rule = split_rule(measured, 5);
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->among_first, 3);
  EXPECT_EQ(rule->per_cycle, 2);
}

TEST(SplitRule, IsNoneWhereSlotsExplainAll) {
  std::vector<TimedSplits> timed;
  for (int nops = 3; nops < 11; ++nops)
    timed.push_back({1, nops, (2 + nops) / 6.0});
  const auto rule = split_rule(timed, 6);
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->among_first, 0);
}

TEST(SplitRule, IsNotGuessed) {
  EXPECT_FALSE(split_rule({{1, 3, 4.0}, {1, 4, 0.2}, {1, 5, 7.0}}, 6));
  EXPECT_FALSE(split_rule({}, 6));
}

TEST(ReadPerCycle, IsFoundInTimesOfARealCore) {
  const std::vector<TimedLoop> measured = {{6, 1.0},   {7, 1.17},  {8, 1.34},  {9, 1.98},  {10, 1.98},
                                           {12, 2.0},  {14, 2.33}, {16, 2.67}, {17, 2.98}, {18, 2.99},
                                           {20, 3.33}, {24, 4.0},  {30, 5.0}};
  EXPECT_EQ(read_per_cycle(measured, 6), 8);
}

TEST(ReadPerCycle, IsNoneWhereDispatchExplainsAll) {
  std::vector<TimedLoop> timed;
  for (int ops = 2; ops <= 20; ++ops)
    timed.push_back({ops, std::max(1.0, ops / 6.0)});
  EXPECT_EQ(read_per_cycle(timed, 6), 0);
  for (TimedLoop &one : timed)
    one.cycles *= 1.7;
  EXPECT_FALSE(read_per_cycle(timed, 6));
}

} // namespace
} // namespace osaca::measure::core_probes
