#include "base/cycles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace osaca {
namespace {

TEST(Cycles, AreKeptInLowestTerms) {
  EXPECT_EQ(Cycles(6, 4), Cycles(3, 2));
  EXPECT_EQ(Cycles(6, 4).denominator(), 2);
  EXPECT_EQ(Cycles(1, -2), Cycles(-1, 2));
}

TEST(Cycles, ThirdsAddUpExactly) { EXPECT_EQ(Cycles(1, 3) + Cycles(1, 3) + Cycles(1, 3), Cycles(1)); }

TEST(Cycles, CompareAcrossDenominators) {
  EXPECT_LT(Cycles(1, 3), Cycles(34, 100));
  EXPECT_GT(Cycles(2, 3), Cycles(66, 100));
}

TEST(Cycles, ReadWholeDecimalAndFraction) {
  EXPECT_EQ(Cycles::parse("3"), Cycles(3));
  EXPECT_EQ(Cycles::parse("0.25"), Cycles(1, 4));
  EXPECT_EQ(Cycles::parse(".5"), Cycles(1, 2));
  EXPECT_EQ(Cycles::parse("-1.5"), Cycles(-3, 2));
  EXPECT_EQ(Cycles::parse("1/3"), Cycles(1, 3));
}

TEST(Cycles, RefuseWhatIsNoNumber) {
  for (const char *text :
       {"", ".", "1.", "a", "1/0", "1/-2", "1.2.3", "0x10", "1e3", " 1", "1 ", "--1", "1.-5", "/", "nan"})
    EXPECT_FALSE(Cycles::parse(text)) << text;
}

TEST(Cycles, OverflowGivesTheNearestValueInsteadOfNonsense) {
  const std::int64_t big = std::numeric_limits<std::int64_t>::max();
  Cycles sum;
  for (std::int64_t i = 1; i < 60; ++i)
    sum += Cycles(1, big - i);
  EXPECT_NEAR(sum.to_double(), 0.0, 1e-4);
  EXPECT_NEAR((Cycles(big, 3) * Cycles(3, big)).to_double(), 1.0, 1e-9);
}

TEST(Cycles, TextHasAtLeastOnePlaceAndNoTrailingZeros) {
  EXPECT_EQ(Cycles(5).text(), "5.0");
  EXPECT_EQ(Cycles(1, 3).text(), "0.33");
  EXPECT_EQ(Cycles(5, 2).text(), "2.5");
}

TEST(Cycles, TextOfWholeNumbersIsThatOfTheNearestDouble) {
  EXPECT_EQ(Cycles(0).text(4), "0.0");
  EXPECT_EQ(Cycles(-3).text(4), "-3.0");
  EXPECT_EQ(Cycles(5).text(0), "5");
  EXPECT_EQ(Cycles(9'007'199'254'740'992).text(1), "9007199254740992.0");
  EXPECT_EQ(Cycles(9'007'199'254'740'993).text(1), "9007199254740992.0");
}

TEST(Cycles, NearestFindsTheFractionThatWasPrinted) {
  for (int denominator = 1; denominator <= 97; ++denominator)
    for (int numerator : {0, 1, 2, 5, 7, 33, 1000})
      EXPECT_EQ(Cycles::nearest(Cycles(numerator, denominator).to_double()), Cycles(numerator, denominator));
  EXPECT_EQ(Cycles::nearest(std::nan("")), Cycles(0));
  EXPECT_EQ(Cycles::nearest(-2.5), Cycles(-5, 2));
}

} // namespace
} // namespace osaca
