// Loads that find their bank taken, held against straight code that was measured on Emerald Rapids: three load ports,
// six macro-ops per cycle, banks of 4 bytes that serve two loads each.
#include "analysis/graph/core_effects.h"
#include "sample.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using namespace sample;

struct CollidingLoad {
  std::int64_t displacement = 0;
  Register to = rbx;
  Register base = rax;
};

/// Cycles per iteration that the load ports take.
double load_cycles(const std::vector<CollidingLoad> &loads, int others, RegionKind region = RegionKind::block,
                   Cycles collisions = Cycles(7, 10)) {
  MachineModel::Data data;
  data.core.ports = {{"A", PortKind::load},
                     {"B", PortKind::load},
                     {"C", PortKind::load},
                     {"BANK", PortKind::load},
                     {"P", PortKind::execution}};
  data.core.dispatch_width = {Cycles(6), {}};
  data.core.load_banks = LoadBanks{4, 16, 2, 0b1000, collisions, {}};
  FormEntry load;
  load.opcode = "LOAD";
  load.complete = true;
  load.cost.demands = {{0b111, Cycles(1)}};
  FormEntry other;
  other.opcode = "OTHER";
  other.cost.demands = {{0b10000, Cycles(1)}};
  data.forms = {load, other};
  std::vector<Instruction> code;
  for (const CollidingLoad &one : loads)
    code.push_back(instruction("LOAD", {writes(one.to), memory(one.base, one.displacement, 8, false)}));
  for (int i = 0; i < others; ++i)
    code.push_back(instruction("OTHER", {reads(rcx)}));
  Kernel made = kernel(code);
  made.region = region;
  CostedKernel block = bound(made, data);
  raise_colliding_loads(block, analyze_addresses(block));
  Cycles sum;
  for (const PortDemand &demand : block.demands)
    sum += demand.ports == 0b111 ? demand.cycles : Cycles(0);
  return sum.to_double() / 3;
}

TEST(BankCollisions, LoseCyclesWhereLoadsComeInNoFixedOrder) {
  EXPECT_NEAR(load_cycles({{8}, {16}}, 1), 0.716, 0.03);
  EXPECT_NEAR(load_cycles({{8}, {24}, {8}, {24}}, 1), 1.397, 0.03);
  EXPECT_NEAR(load_cycles({{8}, {8}, {24}, {32}}, 1), 1.373, 0.03);
  EXPECT_NEAR(load_cycles({{8}, {24}, {40}, {56}}, 1), 1.350, 0.03);
}

// The load of a pointer and one through it: 0.74, whatever else there is.
TEST(BankCollisions, HappenBehindLoadsOfPointers) {
  EXPECT_NEAR(load_cycles({{8, rbx}, {16, rcx, rbx}}, 0), 0.742, 0.04);
  EXPECT_NEAR(load_cycles({{8, rbx}, {16, rcx, rbx}}, 1), 0.716, 0.03);
}

TEST(BankCollisions, DoNotHappenWhereEachPortMeetsTheSameLoads) {
  EXPECT_DOUBLE_EQ(load_cycles({{8}, {16}}, 0), 2.0 / 3) << "measured 0.671";
  EXPECT_DOUBLE_EQ(load_cycles({{8}, {16}, {24}}, 1), 1) << "measured 1.001";
  EXPECT_DOUBLE_EQ(load_cycles({{8}, {8}, {24}}, 1), 1) << "measured 1.000";
}

TEST(BankCollisions, DoNotHappenWhereNoLoadsWait) { EXPECT_DOUBLE_EQ(load_cycles({{8}, {16}}, 2), 2.0 / 3); }

TEST(BankCollisions, AreOfStraightCodeOnCoresThatHaveThem) {
  EXPECT_DOUBLE_EQ(load_cycles({{8}, {16}}, 1, RegionKind::loop), 2.0 / 3);
  EXPECT_DOUBLE_EQ(load_cycles({{8}, {16}}, 1, RegionKind::block, 0), 2.0 / 3);
}

} // namespace
} // namespace osaca
