// Loads that ask one bank of the cache, counted by hand; the measured ones on Emerald Rapids, whose 16 banks of 4 bytes
// serve two loads each in a cycle.
#include "analysis/graph/core_effects.h"
#include "sample.h"

#include <gtest/gtest.h>

#include <numeric>

namespace osaca {
namespace {

using namespace sample;

struct Load {
  std::int64_t displacement = 0;
  int width = 8;
  Register base = rax;
};

/// Cycles per iteration that the busiest bank takes.
Cycles bank_cycles(std::vector<Instruction> code, RegionKind region) {
  MachineModel::Data data;
  data.core.ports = {{"L", PortKind::load}, {"BANK", PortKind::load}};
  data.core.load_banks = LoadBanks{4, 16, 2, 0b10, {}, {}};
  FormEntry entry;
  entry.opcode = "LOAD";
  entry.complete = true;
  entry.cost.demands = {{0b01, Cycles(1)}};
  data.forms = {entry};
  Kernel whole = kernel(std::move(code));
  whole.region = region;
  CostedKernel loop = bound(whole, data);
  add_bank_demands(loop, analyze_addresses(loop));
  Cycles sum;
  for (const PortDemand &demand : loop.demands)
    sum += demand.ports == 0b10 ? demand.cycles : Cycles(0);
  return sum;
}

Cycles bank_cycles(const std::vector<Load> &loads, std::int64_t step) {
  std::vector<Instruction> code;
  for (const Load &load : loads)
    code.push_back(instruction("LOAD", {writes(rbx), memory(load.base, load.displacement, load.width, false)}));
  code.push_back(advances(rax, step));
  return bank_cycles(std::move(code), RegionKind::loop);
}

// One load 0.50, two of different words 0.33 each (two thirds of a cycle by their ports), three of one word 1.5.
TEST(LoadBanks, ServeSoManyLoadsInACycle) {
  EXPECT_EQ(bank_cycles({{0}}, 0), Cycles(1, 2));
  EXPECT_EQ(bank_cycles({{0, 4}, {4, 4}}, 0), Cycles(1, 2));
  EXPECT_EQ(bank_cycles({{0, 1}, {1, 1}, {2, 1}}, 0), Cycles(3, 2));
  EXPECT_EQ(bank_cycles({{3, 1}, {12, 1}, {21, 1}}, 0), Cycles(1, 2));
}

// Three loads of 32 bytes at 0, 16 and 8: 1.51 cycles. At 0, 64 and 128: 1.51; three of 16 bytes at 0, 8, 16: 1.0.
TEST(LoadBanks, AreAllThoseOfTheLoadsBytesInTheirLines) {
  EXPECT_EQ(bank_cycles({{0, 32}, {16, 32}, {8, 32}}, 0), Cycles(3, 2));
  EXPECT_EQ(bank_cycles({{0, 32}, {64, 32}, {128, 32}}, 0), Cycles(3, 2));
  EXPECT_EQ(bank_cycles({{0, 16}, {8, 16}, {16, 16}}, 0), Cycles(1));
  EXPECT_EQ(bank_cycles({{-64, 4}, {0, 4}}, 0), Cycles(1));
}

TEST(LoadBanks, AlternateForMovingLoads) {
  EXPECT_EQ(bank_cycles({{0, 4}}, 4), Cycles(1, 32));
  EXPECT_EQ(bank_cycles({{0, 8}}, 8), Cycles(1, 16));
  EXPECT_EQ(bank_cycles({{0, 8}}, -8), Cycles(1, 16));
  EXPECT_EQ(bank_cycles({{0, 64}}, 64), Cycles(1, 2));
  EXPECT_EQ(bank_cycles({{0, 4}}, 64), Cycles(1, 2)) << "whole lines: always the same bank";
}

TEST(LoadBanks, OfUnrelatedPointersDoNotConflict) {
  EXPECT_EQ(bank_cycles({{0, 8, rax}, {0, 8, rcx}}, 0), Cycles(1, 2));
  EXPECT_EQ(bank_cycles({{0, 8, rax}, {0, 8, rcx}, {64, 8, rcx}}, 0), Cycles(1)) << "the slowest of them counts";
}

// Measured in a block: 40(%rsp) and %fs:40 1.0, 48(%rsp) and %fs:40 0.67.
TEST(LoadBanks, ServeThreadLocalDataInTheirPlaceOfTheLine) {
  Instruction local = instruction("LOAD", {writes(rbx), memory(rax, 40, 8, false)});
  auto &place = std::get<MemoryOperand>(local.operands[1].value);
  place.base = {};
  place.segment = gpr("fs", 30);
  const auto cycles = [&](std::int64_t displacement) {
    return bank_cycles({local, instruction("LOAD", {writes(rcx), memory(rsp, displacement, 8, false)})},
                       RegionKind::block);
  };
  EXPECT_EQ(cycles(40), Cycles(1));
  EXPECT_EQ(cycles(48), Cycles(1, 2));
}

TEST(LoadBanks, AreOfCoresThatHaveThem) {
  CostedKernel loop = bound(kernel({instruction("LOAD", {writes(rbx), memory(rax, 0, 8, false)})}));
  add_bank_demands(loop, analyze_addresses(loop));
  EXPECT_TRUE(loop.demands.empty());
}

} // namespace
} // namespace osaca
