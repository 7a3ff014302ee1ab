#include "measure/tables/diff.h"
#include "measure/tables/model_figures.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

TEST(Figures, AgreeWithinEitherTolerance) {
  const Tolerance tolerance{0.1, 0.1};
  EXPECT_TRUE(agree(FigureRange::exact(10), FigureRange::exact(11), tolerance)); // a tenth of the larger
  EXPECT_FALSE(agree(FigureRange::exact(10), FigureRange::exact(12), tolerance));
  EXPECT_TRUE(agree(FigureRange::exact(0.25), FigureRange::exact(0.34), tolerance)); // less than a tenth of a cycle
}

TEST(Figures, UpperBoundAgreesWithEverythingBelow) {
  FigureRange bound = FigureRange::exact(3);
  bound.is_bound = true;
  EXPECT_TRUE(agree(bound, FigureRange::exact(1), {}));
  EXPECT_FALSE(agree(bound, FigureRange::exact(5), {}));
}

TEST(PortThroughput, BusiestSetOfPortsDecides) {
  EXPECT_DOUBLE_EQ(port_throughput({{0b0011, 1}}), 0.5);
  EXPECT_DOUBLE_EQ(port_throughput({{0b0001, 1}, {0b0011, 1}}), 1.0);
  EXPECT_DOUBLE_EQ(port_throughput({{0b0001, 1}, {0b0011, 2}}), 1.5);
  EXPECT_DOUBLE_EQ(port_throughput({}), 0.0);
}

TEST(Differences, OnlyPairsThatBothHaveAreCompared) {
  FormFigures a;
  a.latencies = {{{"0", "0"}, FigureRange::exact(3)}, {{"1", "0"}, FigureRange::exact(3)}};
  FormFigures b;
  b.latencies = {{{"1", "0"}, FigureRange::exact(4)}};
  bool common = false;
  const auto found = differences(a, b, {}, common);
  EXPECT_TRUE(common);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].from, "1");
}

TEST(Diff, ModelIsTheSameAsItself) {
  const auto model = Subject::open("zen4");
  ASSERT_TRUE(model) << model.error().text();
  ExampleForms examples(Isa::x86_64);
  DiffOptions options;
  options.wanted = [](const std::string &opcode) { return opcode.starts_with("IMUL64"); };
  const TableDiff found = compare(*model, *model, examples, options);
  EXPECT_GT(found.same_count, 2);
  EXPECT_TRUE(found.differing.empty());
}

TEST(Diff, UnknownNameIsAnError) { EXPECT_FALSE(Subject::open("zen44")); }

} // namespace
} // namespace osaca::measure
