#include "measure/tables/diff.h"
#include "measure/tables/model_figures.h"

#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <random>

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

// Hall's theorem, by trying every set of ports.
double busiest_of_all_sets(const std::vector<PortDemand> &demands, int ports) {
  double busiest = 0;
  for (PortSet set = 1; set < PortSet{1} << ports; ++set) {
    double inside = 0;
    for (const PortDemand &demand : demands)
      if ((demand.ports & ~set) == 0)
        inside += demand.cycles.to_double();
    busiest = std::max(busiest, inside / std::popcount(set));
  }
  return busiest;
}

TEST(PortThroughput, IsThatOfTheBusiestSet) {
  constexpr int ports = 7;
  std::mt19937 random(1);
  std::uniform_int_distribution<PortSet> any_set(1, (PortSet{1} << ports) - 1);
  std::uniform_int_distribution<int> quarters(1, 9);
  std::uniform_int_distribution<std::size_t> count(1, 6);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<PortDemand> demands(count(random));
    for (PortDemand &demand : demands)
      demand = {any_set(random), Cycles(quarters(random), 4)};
    EXPECT_NEAR(port_throughput(demands), busiest_of_all_sets(demands, ports), 1e-9);
  }
}

// Twenty separate ports have a million unions; the busiest is the port that is named last.
TEST(PortThroughput, IsExactForManyDifferentSets) {
  std::vector<PortDemand> demands;
  for (int port = 0; port < 20; ++port)
    demands.push_back({PortSet{1} << port, Cycles(port + 1)});
  EXPECT_DOUBLE_EQ(port_throughput(demands), 20.0);
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
