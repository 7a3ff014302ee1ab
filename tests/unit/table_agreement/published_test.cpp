// Reading published tables, and what counts as agreement.
#include "published.h"

#include <gtest/gtest.h>

namespace osaca::accuracy {
namespace {

const std::string header = "llvm_opcode,metric,from_operand,to_operand,min_cycles,max_cycles\n";

TEST(PublishedTable, GathersTheFiguresOfAForm) {
  const auto forms = read_published(header + "ADD32rr,throughput,,,0.252,0.25\nNOOP,throughput,,,0.1,0.1\n"
                                             "ADD32rr,latency,2:GR32,impl:EFLAGS,0.99,1.02\n",
                                    "t.csv");
  ASSERT_TRUE(forms) << forms.error().text();
  ASSERT_EQ(forms->size(), 2u);
  const PublishedForm &add = forms->front();
  EXPECT_EQ(add.opcode, "ADD32rr");
  EXPECT_DOUBLE_EQ(add.throughput->min, 0.25) << "ends in either order";
  EXPECT_DOUBLE_EQ(add.throughput->max, 0.252);
  ASSERT_EQ(add.latencies.size(), 1u);
  EXPECT_EQ(add.latencies[0].from.number, 2);
  EXPECT_EQ(add.latencies[0].to.implicit_register, "EFLAGS");
}

TEST(PublishedTable, RefusesWhatIsNoFigureWithItsLine) {
  for (const char *row : {"A,throughput,,,x,1\n", "A,latency,1,0:GR32,1,1\n", "A,latency,-1:GR32,0:GR32,1,1\n",
                          "A,speed,,,1,1\n", "A,throughput,,,1,nan\n", "A,throughput,,,1,inf\n"}) {
    const auto forms = read_published(header + "B,throughput,,,1,1\n" + row, "t.csv");
    ASSERT_FALSE(forms) << row;
    EXPECT_EQ(forms.error().where.line, 3) << row;
  }
  EXPECT_FALSE(read_published("a,b\n1,2\n", "t.csv"));
}

TEST(Agreement, IsTenPercentOrATenthOfACycleBeyondTheRange) {
  EXPECT_TRUE(agrees(0.35, {0.25, 0.25}));
  EXPECT_FALSE(agrees(0.36, {0.25, 0.25}));
  EXPECT_TRUE(agrees(11.0, {10, 10}));
  EXPECT_TRUE(agrees(9.0, {10, 10}));
  EXPECT_FALSE(agrees(11.1, {10, 10}));
  EXPECT_TRUE(agrees(3, {1, 5}));
  EXPECT_FALSE(agrees(0.8, {1, 5}));
}

} // namespace
} // namespace osaca::accuracy
