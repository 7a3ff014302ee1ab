#include "measure/harness/repeated_measurement.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

using Verdict = CalmCore::Verdict;

Typical round_of(double crowding, double spread = 0.01) { return {1, crowding, spread}; }

TEST(CalmCore, HoldsRoundsAgainstTheLeastCrowdedOne) {
  CalmCore core;
  EXPECT_EQ(core.judge(round_of(0.60)), Verdict::calm);
  EXPECT_EQ(core.judge(round_of(0.61)), Verdict::calm);
  EXPECT_EQ(core.judge(round_of(0.66)), Verdict::disturbed);
  EXPECT_EQ(core.judge(round_of(0.60, 0.1)), Verdict::disturbed) << "the canary took now this, now that";
}

TEST(CalmCore, FindsThatItWasSharedFromTheStart) {
  CalmCore core;
  EXPECT_EQ(core.judge(round_of(1.0)), Verdict::calm);
  EXPECT_EQ(core.judge(round_of(0.6)), Verdict::calmer_than_ever);
  EXPECT_EQ(core.judge(round_of(1.0)), Verdict::disturbed);
}

TEST(CalmCore, IsNotMisledByARoundInWhichTheFrequencyChanged) {
  CalmCore core;
  EXPECT_EQ(core.judge(round_of(0.57, 0.12)), Verdict::disturbed);
  EXPECT_EQ(core.judge(round_of(0.603)), Verdict::calm);
  EXPECT_EQ(core.judge(round_of(0.57, 0.12)), Verdict::disturbed);
  EXPECT_EQ(core.judge(round_of(0.604)), Verdict::calm) << "what the wild one seemed to be is no measure";
}

TEST(CalmCore, IsNotMisledByAFewRoundsThatLookCalmerThanAnyCoreIs) {
  CalmCore core;
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(core.judge(round_of(i % 100 == 99 ? 0.55 : 0.6 + 0.0001 * (i % 10))), Verdict::calm) << i;
}

TEST(CalmCore, NoticesAfterSomeRoundsThatManyHadBeenShared) {
  CalmCore core;
  for (int i = 0; i < 500; ++i)
    EXPECT_EQ(core.judge(round_of(1.0)), Verdict::calm);
  bool noticed = false;
  for (int i = 0; i < 12; ++i)
    noticed = core.judge(round_of(0.6)) == Verdict::calmer_than_ever || noticed;
  EXPECT_TRUE(noticed);
  EXPECT_EQ(core.judge(round_of(1.0)), Verdict::disturbed);
}

// A guest that is alone for a second and then shares its core for minutes.
TEST(CalmCore, RemembersACalmThatWasShort) {
  CalmCore core;
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(core.judge(round_of(0.6)), Verdict::calm);
  for (int i = 0; i < 5000; ++i)
    EXPECT_EQ(core.judge(round_of(1.0)), Verdict::disturbed) << i;
  EXPECT_EQ(core.judge(round_of(0.6)), Verdict::calm);
}

// Emerald Rapids, measured with and without another thread on the core: 4.2 and 2.5 of 5 additions per cycle.
TEST(CalmCore, IsDisturbedIfFarFewerAdditionsAreDoneThanAFreeCoreDoes) {
  const auto round_with = [](double additions) { return Typical{1, 0.6, 0.01, additions}; };
  CalmCore core;
  core.expect_additions(5);
  EXPECT_EQ(core.judge(round_with(2.5)), Verdict::disturbed) << "from the first round on";
  EXPECT_EQ(core.judge(round_with(4.2)), Verdict::calm);
  EXPECT_EQ(core.judge(round_with(2.5)), Verdict::disturbed);
  EXPECT_EQ(core.judge(round_with(0)), Verdict::calm) << "not measured";
  CalmCore unknown;
  EXPECT_EQ(unknown.judge(round_with(2.5)), Verdict::calm) << "there is no model of this core";
}

} // namespace
} // namespace osaca::measure
