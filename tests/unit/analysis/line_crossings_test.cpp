// How often a load reads from two cache lines, counted by hand.
#include "analysis/graph/core_effects.h"
#include "sample.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using namespace sample;

/// Cycles that the one load of the loop occupies its port, 1 where it never crosses.
Cycles load_demand(std::int64_t displacement, int width, std::int64_t step, bool has_rule = true) {
  MachineModel::Data data;
  data.core.ports = {{"L", PortKind::load}, {"A", PortKind::execution}};
  if (has_rule) {
    data.core.line_crossing.emplace();
    data.core.line_crossing->line_bytes = 64;
  }
  FormEntry load;
  load.opcode = "LOAD";
  load.complete = true;
  load.cost.demands = {{0b01, Cycles(1)}, {0b10, Cycles(1)}};
  data.forms = {load};
  CostedKernel loop = bound(
      kernel({instruction("LOAD", {writes(rbx), memory(rax, displacement, width, false)}), advances(rax, step)}), data);
  raise_crossing_loads(loop, analyze_addresses(loop));
  EXPECT_EQ(loop.demands_of(0)[1].cycles, Cycles(1)) << "no other port is concerned";
  return loop.demands_of(0)[0].cycles;
}

TEST(LineCrossings, DoubleTheWorkOfALoadThatAlwaysCrosses) {
  EXPECT_EQ(load_demand(60, 8, 64), Cycles(2));
  EXPECT_EQ(load_demand(8, 64, 64), Cycles(2));
}

TEST(LineCrossings, CountInTheShareOfIterationsInWhichTheyHappen) {
  EXPECT_EQ(load_demand(8, 32, 32), Cycles(3, 2)); // every second one
  EXPECT_EQ(load_demand(4, 16, 16), Cycles(5, 4)); // every fourth one
  EXPECT_EQ(load_demand(-4, 16, 16), Cycles(5, 4));
  EXPECT_EQ(load_demand(4, 8, 8), Cycles(9, 8)); // every eighth one
}

TEST(LineCrossings, DoNotConcernAlignedLoads) {
  EXPECT_EQ(load_demand(0, 64, 64), Cycles(1));
  EXPECT_EQ(load_demand(56, 8, 8), Cycles(1));
  EXPECT_EQ(load_demand(3, 1, 1), Cycles(1));
}

// Measured on Emerald Rapids: mov 60(%rdi), %rax 1.06 cycles, two of them 2.12.
TEST(LineCrossings, MayTakeAPortOfTheirOwn) {
  MachineModel::Data data;
  data.core.ports = {{"L", PortKind::load}, {"X", PortKind::load}};
  data.core.line_crossing.emplace().crossing_demands = {{0b10, Cycles(106, 100)}};
  FormEntry load;
  load.opcode = "LOAD";
  load.complete = true;
  load.cost.demands = {{0b01, Cycles(1)}};
  data.forms = {load};
  const auto demands = [&](std::int64_t displacement) {
    CostedKernel loop = bound(
        kernel({instruction("LOAD", {writes(rbx), memory(rax, displacement, 8, false)}), advances(rcx, 8)}), data);
    raise_crossing_loads(loop, analyze_addresses(loop));
    return std::vector<PortDemand>(loop.demands_of(0).begin(), loop.demands_of(0).end());
  };
  EXPECT_EQ(demands(60), (std::vector<PortDemand>{{0b01, Cycles(1)}, {0b10, Cycles(106, 100)}}));
  EXPECT_EQ(demands(56), (std::vector<PortDemand>{{0b01, Cycles(1)}}));
}

TEST(LineCrossings, LetVectorLoadsOfWholeLinesThatMoveTakeLonger) {
  const auto demand = [](int displacement, int width, std::int64_t step, int stored = 8) {
    MachineModel::Data data;
    data.core.ports = {{"L", PortKind::load}, {"A", PortKind::execution}};
    LineCrossing rule;
    rule.vector_demands = {{0b01, Cycles(2)}};
    rule.whole_line_demands = {{0b01, Cycles(1, 8)}};
    data.core.line_crossing = rule;
    FormEntry load;
    load.opcode = "LOAD";
    load.complete = true;
    load.cost.demands = {{0b01, Cycles(1)}};
    data.forms = {load};
    CostedKernel loop =
        bound(kernel({instruction("LOAD", {writes(xmm0), memory(rax, displacement, width, false)}),
                      instruction("STORE", {memory(rbx, 0, stored, true), reads(xmm1)}), advances(rax, step)}),
              data);
    raise_crossing_loads(loop, analyze_addresses(loop));
    return loop.demands_of(0)[0].cycles;
  };
  EXPECT_EQ(demand(0, 64, 64), Cycles(9, 8));
  EXPECT_EQ(demand(0, 64, 64, 64), Cycles(1)) << "what a store of a line takes was measured beside such loads";
  EXPECT_EQ(demand(128, 64, 256), Cycles(9, 8));
  EXPECT_EQ(demand(0, 32, 32), Cycles(1)) << "half a line";
  EXPECT_EQ(demand(0, 64, 0), Cycles(1)) << "it stays where it is";
  EXPECT_EQ(demand(32, 64, 64), Cycles(2)) << "it takes halves of two, and of two in a row one pays";
}

TEST(LineCrossings, OfVectorsArePaidByTheFirstOfTwoInARow) {
  MachineModel::Data data;
  data.core.ports = {{"L", PortKind::load}, {"A", PortKind::execution}};
  LineCrossing rule;
  rule.vector_demands = {{0b01, Cycles(1)}};
  data.core.line_crossing = rule;
  FormEntry load;
  load.opcode = "LOAD";
  load.complete = true;
  load.cost.demands = {{0b01, Cycles(1)}};
  data.forms = {load};
  // Crossing, not crossing, crossing: the first follows on the last of the iteration before, so it never pays.
  CostedKernel loop =
      bound(kernel({instruction("LOAD", {writes(xmm0), memory(rax, 48, 32, false)}),
                    instruction("LOAD", {writes(xmm1), memory(rax, 0, 32, false)}),
                    instruction("LOAD", {writes(xmm2), memory(rax, 112, 32, false)}), advances(rax, 64)}),
            data);
  raise_crossing_loads(loop, analyze_addresses(loop));
  EXPECT_EQ(loop.demands_of(0)[0].cycles + loop.demands_of(1)[0].cycles + loop.demands_of(2)[0].cycles, Cycles(4));
}

TEST(LineCrossings, NeedARuleOfTheModel) { EXPECT_EQ(load_demand(60, 8, 64, false), Cycles(1)); }

} // namespace
} // namespace osaca
