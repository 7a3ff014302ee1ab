// Which pointers of a loop that reads neighbours are taken to point behind the begin of a line. The grid in mind: rows
// of whole lines, the inside of which begins one double behind the border.
#include "analysis/graph/core_effects.h"
#include "sample.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using namespace sample;

const Register rdx = gpr("rdx", 4);

Instruction load_of(const Register &base, std::int64_t displacement, int width = 32) {
  return instruction("LOAD", {writes(xmm0), memory(base, displacement, width, false)});
}

std::vector<std::int64_t> shifts_of(std::vector<Instruction> loads, RegionKind region = RegionKind::loop,
                                    std::int64_t step = 32) {
  for (const Register &reg : {rax, rbx, rcx, rdx})
    loads.push_back(advances(reg, step));
  Kernel made = kernel(std::move(loads));
  made.region = region;
  const CostedKernel loop = bound(made);
  return stencil_shifts(loop, analyze_addresses(loop), 64);
}

using Shifts = std::vector<std::int64_t>;

// Above, left, right, below, as compilers address them: the middle row through one pointer.
TEST(StencilAlignment, OtherRowsAreReadFromTheirInsideToo) {
  EXPECT_EQ(shifts_of({load_of(rax, 0), load_of(rbx, -16), load_of(rbx, 0), load_of(rcx, 0)}), (Shifts{48, 0, 0, 48}));
  EXPECT_EQ(shifts_of({load_of(rax, 0), load_of(rbx, 8), load_of(rcx, 32)}), (Shifts{8, 0, 8}));
}

TEST(StencilAlignment, WithoutNeighboursNothingIsKnown) {
  EXPECT_EQ(shifts_of({load_of(rax, 0), load_of(rbx, 32), load_of(rcx, -64)}), (Shifts{0, 0, 0}));
}

TEST(StencilAlignment, ScalarsAreAlwaysAligned) {
  EXPECT_EQ(shifts_of({load_of(rax, 0), load_of(rbx, -8, 8), load_of(rbx, 8, 8)}), (Shifts{0, 0, 0}));
  EXPECT_EQ(shifts_of({load_of(rax, 0, 8), load_of(rbx, -8)}), (Shifts{0, 0}));
}

TEST(StencilAlignment, WhatStaysWhereItIsIsNoNeighbour) {
  EXPECT_EQ(shifts_of({load_of(rax, 0), load_of(rbx, 8)}, RegionKind::loop, 0), (Shifts{0, 0}));
}

TEST(StencilAlignment, InBlocksItIsKnownWherePointersPointTo) {
  EXPECT_EQ(shifts_of({load_of(rax, 0), load_of(rbx, 8)}, RegionKind::block), (Shifts{0, 0}));
}

/// Cycles that all loads need beside their own, where one that crosses needs a port for a cycle more.
double crossing_cycles(std::vector<Instruction> loads, int width, int part) {
  MachineModel::Data data;
  data.core.ports = {{"L", PortKind::load}};
  LineCrossing rule;
  rule.vector_demands = {{0b1, Cycles(1)}};
  rule.vector_part_bytes = part;
  data.core.line_crossing = rule;
  FormEntry load;
  load.opcode = "LOAD";
  load.complete = true;
  load.cost.demands = {{0b1, Cycles(1)}};
  data.forms = {load};
  const int count = static_cast<int>(loads.size());
  for (const Register &reg : {rax, rbx, rcx, rdx})
    loads.push_back(advances(reg, width));
  CostedKernel loop = bound(kernel(std::move(loads)), data);
  raise_crossing_loads(loop, analyze_addresses(loop));
  double cycles = 0;
  for (int i = 0; i < count; ++i)
    for (const PortDemand &demand : loop.demands_of(static_cast<std::size_t>(i)))
      cycles += demand.cycles.to_double() - 1;
  return cycles;
}

// Four rows of 32 bytes, all off by 8: each crosses in every second iteration, and of two in a row one pays. Such a
// loop (a five-point stencil of gcc 12) was measured at 3.1 cycles on Zen 4, where four loads that are aligned
// take 2.0.
TEST(StencilAlignment, RowsThatAreOffPayForTheirCrossings) {
  EXPECT_DOUBLE_EQ(crossing_cycles({load_of(rax, 0), load_of(rcx, 0), load_of(rbx, 8), load_of(rdx, 0)}, 32, 32), 1.0);
}

// A load in two parts keeps its pipe for two cycles. Two that began together cross together, two that did not do not.
TEST(StencilAlignment, OfTwoLoadsInPartsTheSecondPaysHalf) {
  EXPECT_DOUBLE_EQ(crossing_cycles({load_of(rax, 8, 64)}, 64, 32), 0.75) << "it follows on itself";
  EXPECT_DOUBLE_EQ(crossing_cycles({load_of(rax, 8, 64), load_of(rax, 72, 64), load_of(rax, 128, 64)}, 64, 32), 1.5);
  EXPECT_DOUBLE_EQ(crossing_cycles({load_of(rax, 8, 64), load_of(rax, 128, 64)}, 64, 32), 1.0) << "a lone one pays";
  EXPECT_DOUBLE_EQ(crossing_cycles({load_of(rax, 32, 64), load_of(rax, 96, 64)}, 64, 32), 0.0)
      << "parts lie within lines";
}

} // namespace
} // namespace osaca
