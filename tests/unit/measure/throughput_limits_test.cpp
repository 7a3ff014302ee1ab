// What is impossible on a core is no figure of it.
#include "measure/forms/doubtful_figures.h"
#include "measure/harness/benchmark_timer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::measure {
namespace {

TEST(ThroughputLimits, ALonelyRateIsNoLimit) {
  // 153 instructions per cycle were once measured on a core of width six.
  const auto limit = limit_of_rates({153, 5.9, 5.7, 5.4});
  ASSERT_TRUE(limit);
  EXPECT_GT(*limit, 5.9);
  EXPECT_LT(*limit, 6.7);
  EXPECT_FALSE(limit_of_rates({6, 3}));
  EXPECT_FALSE(limit_of_rates({}));
}

bool is_twice(const std::string &narrow, const std::string &wide) {
  const std::vector<std::string> found = opcodes_of_twice_the_width(narrow);
  return std::ranges::find(found, wide) != found.end();
}

TEST(ThroughputLimits, FormsOfTwiceTheWidthAreFoundByName) {
  EXPECT_TRUE(is_twice("VADDPDrr", "VADDPDYrr"));
  EXPECT_TRUE(is_twice("VADDPDYrm", "VADDPDZrm"));
  EXPECT_TRUE(is_twice("VPADDDZ128rr", "VPADDDZ256rr"));
  EXPECT_TRUE(is_twice("VPADDDZ256rr", "VPADDDZrr"));
  EXPECT_TRUE(opcodes_of_twice_the_width("VPADDDZrr").empty());
  EXPECT_TRUE(opcodes_of_twice_the_width("ADD64rr").empty());
}

TEST(ThroughputLimits, NarrowVectorsAreNotSlowerThanWideOnes) {
  WidthFigures known;
  known.remember("VADDPDYrr", 0.5);
  EXPECT_FALSE(known.contradiction("VADDPDrr", 0.5));
  EXPECT_FALSE(known.contradiction("VADDPDZrr", 1.0));
  const auto narrow = known.contradiction("VADDPDrr", 1.0);
  ASSERT_TRUE(narrow);
  EXPECT_EQ(narrow->other, "VADDPDYrr");
  const auto wide = known.contradiction("VADDPDZrr", 0.25);
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->other, "VADDPDYrr");
  EXPECT_NE(wide->reason.find("VADDPDZrr"), std::string::npos);
}

TEST(CoreSharing, IsDetectedBySlowdownUnderLoad) {
  EXPECT_EQ(sharing_warning({5.8, 5.7}, 0), "");
  EXPECT_NE(sharing_warning({5.8, 3.1}, 0).find("same core"), std::string::npos);
  EXPECT_EQ(sharing_warning({5.8, 0}, 0), ""); // there is no other CPU
}

// A core of which a model is known: another guest may be on it, of which nothing else shows.
TEST(CoreSharing, IsDetectedBySlowNops) {
  EXPECT_NE(sharing_warning({3.1, 3.0, 3.4}, 6).find("another thread"), std::string::npos);
  EXPECT_EQ(sharing_warning({5.8, 5.7, 5.7}, 6), "");
  EXPECT_EQ(sharing_warning({5.8, 5.7, 5.7}, 0), "");
}

} // namespace
} // namespace osaca::measure
