#include "measure/from_tables/analogies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::measure::from_tables {
namespace {

/// The value of the most reliable vote; -1: there is none.
double best_vote(const Analogies &analogies, const std::string &opcode, int trait = 0) {
  const std::vector<Vote> votes = analogies.votes(opcode, trait);
  const auto best = std::ranges::max_element(votes, {}, &Vote::reliability);
  return best == votes.end() ? -1 : best->value;
}

TEST(Analogies, FollowTheNamesOfOpcodes) {
  const Analogies analogies({{"VADDPSrr", {3, 0}},
                             {"VADDPSYrr", {3, 0}},
                             {"VADDPDrr", {3, 0}},
                             {"VADDPDYrr", {3, 0}},
                             {"VMINPSrr", {1, 0}},
                             {"VMINPSYrr", {2, 0}},
                             {"VANDPSrr", {1, 0}},
                             {"VANDPSYrr", {2, 0}},
                             {"VMAXPSrr", {1, 0}}});
  EXPECT_EQ(best_vote(analogies, "VSUBPDYrr"), -1) << "two places differ from every known name";
  EXPECT_EQ(best_vote(analogies, "VMAXPSYrr"), 2) << "as with VMINPS and VANDPS";
  EXPECT_EQ(best_vote(analogies, "VMAXPDrr"), 1) << "PS and PD agree";
  EXPECT_EQ(best_vote(analogies, "ADDPSrr"), -1) << "nothing is known of forms without the V";
}

TEST(Analogies, TakeTheFigureOfTheOtherWidth) {
  const Analogies analogies({{"ADDXri", {1, 1}}, {"RBITXr", {2, 1}}, {"MADDXrrr", {5, 2}}});
  const auto figure = [&](const std::string &opcode, int trait) {
    const auto vote = analogies.vote_of_other_width(opcode, trait);
    return vote ? vote->value : -1;
  };
  EXPECT_EQ(figure("ADDWri", 1), 1);
  EXPECT_EQ(figure("RBITWr", 1), 2);
  EXPECT_EQ(figure("MADDWrrr", 3), -1) << "the compiler treats the widths differently";
  EXPECT_EQ(figure("SUBWri", 1), -1) << "nothing is known of the other width";
}

TEST(Analogies, PreferCasesThatTheCompilerTreatsAlike) {
  const Analogies analogies({{"VAAArr", {1, 1}},
                             {"VAAAYrr", {1, 1}},
                             {"VBBBrr", {1, 2}},
                             {"VBBBYrr", {4, 2}},
                             {"VCCCrr", {1, 1}},
                             {"VCCCYrr", {1, 1}},
                             {"VDDDrr", {1, 2}}});
  EXPECT_EQ(best_vote(analogies, "VDDDYrr", 2), 4);
  EXPECT_EQ(best_vote(analogies, "VDDDYrr", 1), 1);
}

TEST(Analogies, ScaleSlowOperations) {
  const Analogies analogies({{"VDIVPDrr", {8, 0}}, {"VDIVPDYrr", {16, 0}}, {"VSQRTPDrr", {12, 0}}});
  EXPECT_NEAR(best_vote(analogies, "VSQRTPDYrr"), 24, 0.01);
}

TEST(Analogies, CountCasesForTheirReliability) {
  EXPECT_NEAR(reliability_of(0, 0), 0.33, 0.01);
  EXPECT_GT(reliability_of(20, 20), reliability_of(2, 2));
  EXPECT_GT(reliability_of(2, 2), reliability_of(10, 20));
}

TEST(Analogies, TakeScatterForOneFigure) {
  EXPECT_TRUE(same_figure(0.25, 0.27));
  EXPECT_TRUE(same_figure(13.0, 13.5));
  EXPECT_FALSE(same_figure(0.25, 0.33));
  EXPECT_FALSE(same_figure(3, 4));
  const Majority majority = majority_of({1, 1.02, 0.99, 4});
  EXPECT_EQ(majority.count, 3u);
  EXPECT_NEAR(majority.value, 1, 0.05);
}

} // namespace
} // namespace osaca::measure::from_tables
