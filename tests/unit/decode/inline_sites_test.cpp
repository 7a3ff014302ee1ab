// Calls that code was inlined through, by address.
#include "decode/image/line_table.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

/// Each in the one before it, all beginning at 0; the outermost is the longest.
InlineSites nested(int depth) {
  std::vector<InlineSite> sites;
  std::vector<InlineSites::Interval> intervals;
  for (int site = 0; site < depth; ++site) {
    sites.push_back({1, static_cast<std::uint32_t>(site + 1), 1, site - 1});
    intervals.push_back({0, static_cast<std::uint64_t>(depth - site) * 4, site, -1});
  }
  return {std::move(sites), std::move(intervals)};
}

TEST(InlineSites, TheInnermostCallAroundAnAddress) {
  const InlineSites sites = nested(200);
  ASSERT_NE(sites.at(0), nullptr);
  EXPECT_EQ(sites.at(0)->line, 200U);
  ASSERT_NE(sites.at(200 * 4 - 1), nullptr);
  EXPECT_EQ(sites.at(200 * 4 - 1)->line, 1U);
  EXPECT_EQ(sites.outer_of(*sites.at(0))->line, 199U);
  EXPECT_EQ(sites.outer_of(*sites.at(200 * 4 - 1)), nullptr);
  EXPECT_EQ(sites.at(200 * 4), nullptr);
}

TEST(InlineSites, LimitsTheNestingDepth) {
  const InlineSites sites = nested(9000);
  ASSERT_NE(sites.at(0), nullptr);
  EXPECT_EQ(sites.at(0)->line, 9000U);
  EXPECT_EQ(sites.at(9000 * 4 - 1), nullptr);
}

} // namespace
} // namespace osaca
