// What reading the code costs. The figures are measurements of loops that begin at a border of 64 bytes (AMD EPYC
// Genoa, 2026), made of no-ops of 10 bytes, a decrement of 3 and a jump of 2, six macro-ops per cycle.
#include "analysis/bounds/front_end.h"
#include "code_sample.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace osaca {
namespace {

using namespace sample;

double cycles(const Kernel &kernel) { return front_end(bound(kernel, core_that_fetches())).bound().to_double(); }

TEST(CodeSupply, ReadsOneBlockPerCycle) {
  EXPECT_NEAR(cycles(loop_of(5, 10)), 1.04, 0.05);
  EXPECT_NEAR(cycles(loop_of(6, 10)), 2.0, 0.05);
  EXPECT_NEAR(cycles(loop_of(7, 10)), 2.0, 0.05);
  EXPECT_NEAR(cycles(loop_of(13, 10)), 3.0, 0.05);
}

TEST(CodeSupply, ATakenBranchEndsItsBlock) {
  Kernel loop = loop_of(6, 10);
  loop.instructions.insert(loop.instructions.begin() + 5, jump(2));
  EXPECT_EQ(cycles(loop), 2.0);
  loop.instructions.insert(loop.instructions.begin(), sized(10));
  loop.instructions.insert(loop.instructions.begin(), sized(10)); // 72 bytes before the jump
  EXPECT_EQ(cycles(loop), 3.0);
}

TEST(CodeSupply, MayBeWithoutALimitByBlocks) {
  MachineModel::Data data = core_that_fetches();
  data.core.op_cache.reset();
  data.core.fetch->block_bytes = 0;
  const CodeSupply supply = code_supply(bound(loop_of(2000, 10), data), Cycles(1));
  EXPECT_EQ(supply.limit, CodeSupply::Limit::none);
  EXPECT_EQ(supply.least, supply.most);
}

// A path that begins with the loop's test and falls through into it again is read as it lies: 23 and 30 bytes in one
// piece.
TEST(CodeSupply, APathThatFallsThroughToItsStartIsReadFromAfterItsJump) {
  Kernel loop = kernel({sized(10), sized(10), jump(3), sized(10), sized(10), sized(10)});
  loop.instructions[2].is_conditional = loop.instructions[2].is_taken = true;
  loop.way_back = WayBack::earlier;
  EXPECT_EQ(code_supply(bound(loop, core_that_fetches()), Cycles(1)).blocks, Cycles(1));
  EXPECT_EQ(front_end(bound(loop, core_that_fetches())).taken_branches, 1);
  loop.way_back = WayBack::at_end; // two pieces, each in a block of its own
  EXPECT_EQ(code_supply(bound(loop, core_that_fetches()), Cycles(1)).blocks, Cycles(2));
  EXPECT_EQ(front_end(bound(loop, core_that_fetches())).taken_branches, 2);
}

// A comparison at the end and the jump that begins the path stand next to each other in the code.
TEST(CodeSupply, WhatFallsThroughIntoTheBeginningIsFusedWithIt) {
  MachineModel::Data data = core_that_fetches();
  data.core.fusion = {{.first = {"CMP"}, .second = {"JCC"}, .second_mnemonic = {}, .provenance = {}}};
  Kernel loop = kernel({instruction("JCC", {}), sized(10), instruction("CMP", {})});
  loop.instructions[0].is_branch = loop.instructions[0].is_conditional = loop.instructions[0].is_taken = true;
  EXPECT_EQ(front_end(bound(loop, data)).macro_ops, Cycles(3));
  loop.way_back = WayBack::earlier;
  EXPECT_EQ(front_end(bound(loop, data)).macro_ops, Cycles(2));
}

// Measured with eliminated moves of registers, a decrement and a jump that are fused: 8 and 1 macro-ops 1.49 cycles, 9
// and 1 1.99, 11 and 1 1.98, 12 and 1 2.15, 17 and 1 2.98, 18 and 1 3.14.
TEST(CodeSupply, ReadsOneEntryOfTheOpCachePerCycle) {
  const auto moves_and_jump = [](int moves) { return cycles(loop_of(moves, 2)); };
  EXPECT_NEAR(moves_and_jump(8), 1.49, 0.05);
  EXPECT_NEAR(moves_and_jump(9), 1.99, 0.05);
  EXPECT_NEAR(moves_and_jump(11), 1.98, 0.05);
  EXPECT_NEAR(moves_and_jump(12), 2.15, 0.05);
  EXPECT_NEAR(moves_and_jump(17), 2.98, 0.05);
  EXPECT_NEAR(moves_and_jump(18), 3.14, 0.05);
}

// Measured on Zen 5: loops of no-ops, an addition and a fused jump. With no-ops of a byte, they lie in one line.
TEST(CodeSupply, ReadsEntriesOfOneBlockAtATime) {
  MachineModel::Data core;
  core.core.dispatch_width = {8, {}};
  core.core.fetch = Fetch{};
  core.core.fetch->jumped_block_cycles = Cycles(1, 2);
  core.core.op_cache = OpCache{1024, 6, 2, 0, 8, 0, 0, {}};
  core.core.op_cache->reread_cycles = 2;
  const auto loop = [&](int instructions, int bytes) {
    return front_end(bound(loop_of(instructions, bytes), core)).bound().to_double();
  };
  const std::pair<int, double> in_one_line[] = {{9, 1.25}, {11, 1.5}, {12, 3}, {17, 3},
                                                {23, 3},   {25, 5},   {35, 5}, {37, 7}};
  for (const auto &[instructions, measured] : in_one_line)
    EXPECT_NEAR(loop(instructions, 1), measured, 0.01) << instructions;
  const std::pair<int, double> in_several[] = {{8, 2.01}, {15, 3.00}, {22, 4.00}, {29, 5.00}};
  for (const auto &[instructions, measured] : in_several)
    EXPECT_NEAR(loop(instructions, 9), measured, 0.02) << instructions;
  // more than 12 macro-ops in each line but the last
  const std::pair<int, double> of_3_bytes[] = {{19, 3.00}, {23, 4.00}, {31, 4.00}, {43, 7.00}, {47, 7.00}};
  for (const auto &[instructions, measured] : of_3_bytes)
    EXPECT_NEAR(loop(instructions, 3), measured, 0.02) << instructions;
  // 16 macro-ops in the first of two lines; the last loop has 15 in the second
  const std::pair<int, double> of_4_bytes[] = {{15, 4.00}, {16, 4.00}, {27, 4.01}, {30, 6.00}};
  for (const auto &[instructions, measured] : of_4_bytes)
    EXPECT_NEAR(loop(instructions, 4), measured, 0.02) << instructions;
}

// Measured per instruction: 5,000 of 8 bytes 0.494 cycles; of 3 bytes 5,200 0.180 and 10,000 0.233.
TEST(CodeSupply, KnowsWhatFitsIntoTheCaches) {
  EXPECT_NEAR(cycles(loop_of(5000, 8)) / 5000, 0.494, 0.01);
  EXPECT_NEAR(cycles(loop_of(5200, 3)) / 5200, 0.180, 0.015);
  EXPECT_LE(cycles(loop_of(10000, 3)) / 10000, 0.233);
  EXPECT_GE(cycles(loop_of(10000, 3)) / 10000, 0.233 * 0.85);
}

// Measured on Emerald Rapids, unrolled: movl $4, %ecx; xorl %edx, %edx (7 bytes, 18.3 in 64) 0.437 cycles; movq %rax,
// %r15 (3 bytes) 0.188; movq and a nop of 8 bytes 0.335, as fast as they are dispatched.
TEST(CodeSupply, CodeThatIsTooDenseForTheOpCacheIsDecodedEachTime) {
  MachineModel::Data core = core_that_fetches();
  core.core.op_cache = OpCache{682, 6, 2, 3, 6, 16, 0, {}};
  const auto unrolled = [&](std::vector<Instruction> code) {
    Kernel block = kernel(std::move(code));
    block.region = RegionKind::block;
    return front_end(bound(block, core)).bound().to_double();
  };
  EXPECT_NEAR(unrolled({sized(5), sized(2)}), 0.437, 0.005);
  EXPECT_NEAR(unrolled({sized(3)}), 0.188, 0.005);
  EXPECT_NEAR(unrolled({sized(3), sized(8)}), 0.335, 0.005);
  EXPECT_NEAR(cycles(loop_of(40, 3)), 40 / 6., 1.5);
  EXPECT_NEAR(front_end(bound(loop_of(40, 3), core)).bound().to_double(), 125 / 16., 0.5);
}

// Measured on Emerald Rapids: cmp $1024, %si (5 bytes) again and again 3.1 to 3.3 cycles, in a loop 1.0.
TEST(CodeSupply, LengthsThatAPrefixChangesAreFoundLateInStraightCode) {
  MachineModel::Data core = core_that_fetches();
  core.core.fetch->length_changes = {"CMP16ri"};
  core.core.fetch->length_change_cycles = Cycles(31, 10);
  Instruction compare = instruction("CMP16ri", {});
  compare.size_bytes = 5;
  Kernel block = kernel({compare, sized(3)});
  block.region = RegionKind::block;
  const FrontEnd front = front_end(bound(block, core));
  EXPECT_NEAR(front.bound().to_double(), 3.2, 0.15);
  EXPECT_EQ(front.code.limit, CodeSupply::Limit::lengths);
  EXPECT_EQ(cycles(kernel({compare, jump(2)})), 1.0);
}

TEST(CodeSupply, OfABlockThatFollowsOnItselfIsItsLength) {
  Kernel block = kernel({sized(15), sized(15), sized(15)});
  block.region = RegionKind::block;
  EXPECT_EQ(code_supply(bound(block, core_that_fetches()), Cycles(1, 2)).cycles, Cycles(45, 64));
}

TEST(CodeSupply, IsUnknownWithoutALengthOrCore) {
  EXPECT_EQ(code_supply(bound(kernel({sized(15), sized(0)}), core_that_fetches()), Cycles(1)).limit,
            CodeSupply::Limit::none);
  EXPECT_EQ(code_supply(bound(loop_of(6, 10)), Cycles(1)).limit, CodeSupply::Limit::none);
}

// Tremont has two clusters of three decoders. Each decodes the code after one taken branch, so a loop has both.
TEST(Dispatch, StraightLineCodeMayHaveFewerDecoders) {
  MachineModel::Data core;
  core.core.dispatch_width.value = Cycles(4);
  core.core.straight_line_width = SourcedCycles{Cycles(3), {}};
  Kernel code = kernel({sized(4), sized(4), sized(4), sized(4), sized(4), sized(4)});
  EXPECT_EQ(front_end(bound(code, core)).bound(), Cycles(6, 4));
  code.region = RegionKind::block;
  EXPECT_EQ(front_end(bound(code, core)).bound(), Cycles(2));
}

// Measured on Emerald Rapids: vblendvps (%rsi) (four macro-ops) and so many nops, in a straight line.
TEST(Dispatch, OperationsOfManyMacroOpsBeginACycle) {
  MachineModel::Data core;
  core.core.dispatch_width.value = Cycles(6);
  core.core.cycle_starts = CycleStarts{3, {}};
  FormEntry blend;
  blend.opcode = "BLEND";
  blend.complete = true;
  blend.cost.dispatch_slots = 4;
  core.forms = {blend};
  const auto dispatched = [&](int nops) {
    std::vector<Instruction> code(static_cast<std::size_t>(nops), sized(4));
    code.insert(code.begin(), instruction("BLEND", {}));
    Kernel block = kernel(std::move(code));
    block.region = RegionKind::block;
    return front_end(bound(block, core)).dispatch_cycles.to_double();
  };
  const std::pair<int, double> measured[] = {{0, 1.0}, {1, 0.999}, {2, 1.03}, {3, 2.035}, {4, 2.062},
                                             {5, 2.0}, {6, 1.978}, {7, 2.0},  {8, 1.994}};
  for (const auto &[nops, cycles] : measured)
    EXPECT_NEAR(dispatched(nops), cycles, 0.07) << nops;
}

// Measured on Emerald Rapids: loops of four times `vpmullq %ymm1, %ymm2, %ymm3` and so many nops. The operation fills a
// cycle of its own, although it is three uops.
TEST(Dispatch, OperationsOfWholeCyclesBeginACycleInLoopsToo) {
  MachineModel::Data core;
  core.core.dispatch_width.value = Cycles(6);
  core.core.cycle_starts = CycleStarts{3, 6, {}};
  FormEntry product;
  product.opcode = "PRODUCT";
  product.cost.dispatch_slots = 6;
  FormEntry small;
  small.opcode = "SMALL";
  small.cost.dispatch_slots = 3;
  core.forms = {product, small};
  const auto dispatched = [&](const char *opcode, int nops) {
    std::vector<Instruction> code;
    for (int i = 0; i < 4; ++i) {
      code.push_back(instruction(opcode, {}));
      code.insert(code.end(), static_cast<std::size_t>(nops), sized(4));
    }
    return front_end(bound(kernel(std::move(code)), core)).dispatch_cycles.to_double();
  };
  const std::pair<int, double> measured[] = {{1, 7.99}, {2, 7.99}, {6, 8.05}, {7, 11.98}};
  for (const auto &[nops, cycles] : measured)
    EXPECT_NEAR(dispatched("PRODUCT", nops), cycles, 0.07) << nops;
  EXPECT_NEAR(dispatched("SMALL", 4), 4.67, 0.01);
}

// Measured on Emerald Rapids, six macro-ops dispatched and eight read per cycle: loops of n nops with a fused compare
// and jump and an addition, n + 2 macro-ops in all.
TEST(CodeSupply, SmallLoopsAreReadInWholeCycles) {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(6);
  data.core.taken_branch_cycles = SourcedCycles{Cycles(1), {}};
  data.core.fetch = Fetch{64, 32768, 16, {}, {}, {}};
  data.core.op_cache = OpCache{682, 6, 2, 3, 6, 16, 8, {}};
  const auto cycles_of_macro_ops = [&](int count) {
    return front_end(bound(loop_of(count - 1, 4), data)).bound().to_double();
  };
  const std::pair<int, double> measured[] = {{6, 1.0},   {7, 1.17},  {8, 1.34},  {9, 1.98},  {10, 1.98},
                                             {12, 2.0},  {14, 2.33}, {16, 2.67}, {17, 2.98}, {18, 2.99},
                                             {20, 3.33}, {24, 4.0},  {30, 5.0},  {34, 5.67}};
  for (const auto &[macro_ops, figure] : measured)
    EXPECT_NEAR(cycles_of_macro_ops(macro_ops), figure, 0.04) << macro_ops;
  // With a jump inside: the nops before it and after it. The jumps do not end a read, only the iteration does.
  struct TwoPieces {
    int before;
    int after;
    double cycles;
  };
  const TwoPieces pieces[] = {{5, 5, 1.99},   {7, 7, 2.65},  {8, 8, 3.05}, {9, 9, 3.35}, {10, 10, 3.64},
                              {12, 12, 4.26}, {14, 14, 5.0}, {8, 3, 2.15}, {12, 3, 2.98}};
  for (const TwoPieces &one : pieces) {
    Kernel loop = loop_of(one.before + one.after, 4);
    loop.instructions.insert(loop.instructions.begin() + one.before, jump(2));
    EXPECT_NEAR(front_end(bound(loop, data)).bound().to_double(), one.cycles, 0.08) << one.before << ' ' << one.after;
  }
  Kernel loop = loop_of(9, 4);
  loop.way_back = WayBack::earlier; // the jump that closes the loop is no part of the path
  loop.instructions.back() = loop.instructions.front();
  EXPECT_EQ(front_end(bound(loop, data)).bound(), Cycles(2));
}

// Measured on Ice Lake-SP: loops of n macro-ops (nops, loads or tests, and a fused compare and jump), five of which are
// dispatched per cycle.
TEST(CodeSupply, SomeSmallLoopsLeaveSlotsEmpty) {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(5);
  data.core.taken_branch_cycles = SourcedCycles{Cycles(1), {}};
  data.core.short_loops = ShortLoops{{{7, 2}, {9, 1}, {13, 1}, {14, 1}}, {}};
  const std::pair<int, double> measured[] = {{6, 1.20},  {7, 1.50},  {8, 1.60},  {9, 2.00}, {10, 2.00}, {11, 2.20},
                                             {12, 2.40}, {13, 3.00}, {14, 3.00}, {15, 3.0}, {16, 3.20}, {21, 4.21}};
  for (const auto &[macro_ops, figure] : measured) {
    const FrontEnd front = front_end(bound(loop_of(macro_ops - 1, 4), data));
    EXPECT_NEAR(front.bound().to_double(), figure, 0.02) << macro_ops;
    EXPECT_EQ(front.reads.iterations, macro_ops == 7 ? 2 : 1);
  }
  Kernel block = loop_of(6, 4);
  block.region = RegionKind::block;
  EXPECT_EQ(front_end(bound(block, data)).bound(), Cycles(7, 5));
}

// Measured on Ice Lake-SP: nops of three bytes, and the jumps that end the pieces. Up to two macro-ops at the end of a
// piece are read together with others.
TEST(CodeSupply, PiecesAreReadApart) {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(5);
  data.core.taken_branch_cycles = SourcedCycles{Cycles(1), {}};
  data.core.fetch = Fetch{64, 0, 0, {}, Cycles(0), {}};
  data.core.op_cache = OpCache{384, 6, 2, 6, 4, 16, 6, {}};
  data.core.op_cache->piece_tail_ops = 2;
  const std::tuple<int, int, double> measured[] = {{3, 3, 2.01},  {3, 8, 2.22}, {3, 9, 3.01},  {3, 14, 3.42},
                                                   {3, 15, 4.01}, {9, 3, 3.02}, {9, 15, 5.00}, {10, 9, 4.01},
                                                   {5, 9, 3.02},  {8, 3, 2.22}, {2, 10, 2.42}, {15, 15, 6.00}};
  for (const auto &[first, second, cycles] : measured) {
    Kernel loop = loop_of(first + second - 2, 3);
    loop.instructions.insert(loop.instructions.begin() + first - 1, jump(2));
    const FrontEnd front = front_end(bound(loop, data));
    EXPECT_NEAR(front.bound().to_double(), cycles, 0.03) << first << ' ' << second;
    EXPECT_EQ(front.reads.pieces, 2);
  }
}

// Measured on Ice Lake-SP: an operation with a long constant takes two places, so that a piece of eight counts as nine.
TEST(CodeSupply, LongConstantsTakeTwoPlaces) {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(5);
  data.core.fetch = Fetch{64, 0, 0, {}, Cycles(0), {}};
  data.core.op_cache = OpCache{384, 6, 2, 6, 4, 16, 6, {}};
  data.core.op_cache->piece_tail_ops = 2;
  data.core.op_cache->wide_constants = true;
  const auto cycles_with = [&](std::int64_t constant, bool in_memory) {
    Kernel loop = loop_of(10, 3);
    loop.instructions.insert(loop.instructions.begin() + 3, jump(2));
    Instruction with_constant = instruction("SET", {});
    with_constant.operands.push_back(Operand{ImmediateOperand{constant, ""}, true, false, false, false});
    with_constant.stores = in_memory;
    with_constant.size_bytes = 3;
    loop.instructions[5] = with_constant;
    return front_end(bound(loop, data)).reads.cycles;
  };
  EXPECT_EQ(cycles_with(0x12345678, false), Cycles(2));
  EXPECT_EQ(cycles_with(0x123456789, false), Cycles(3));
  EXPECT_EQ(cycles_with(0x1234, true), Cycles(2));
  EXPECT_EQ(cycles_with(0x12345678, true), Cycles(3));
}

Operand memory_with_index(const Register &base, const Register &index, int width) {
  MemoryOperand operand;
  operand.base = base;
  operand.index = index;
  operand.width_bytes = width;
  return {operand, true, false, false, false};
}

/// `s`: split at dispatch, two macro-ops from there on.
Kernel unrolled(const std::string &code) {
  std::vector<Instruction> made;
  for (const char one : code)
    made.push_back(one == 's' ? instruction("SPLIT", {reads(xmm0), memory_with_index(rax, rbx, 16)})
                              : instruction("NOP", {}));
  Kernel block = kernel(std::move(made));
  block.region = RegionKind::block;
  return block;
}

MachineModel::Data core_that_splits() {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(6);
  data.core.dispatch_splits = DispatchSplits{3, 2, {}};
  data.core.ports = {{"P0", PortKind::execution}, {"P2", PortKind::load}};
  MemoryAccessCost load;
  load.kind = RegisterKind::vector;
  load.max_width_bits = 512;
  load.demands = {{0b10, Cycles(1, 100)}};
  load.indexed_slots = 1;
  data.core.loads = {load};
  FormEntry split;
  split.opcode = "SPLIT";
  split.cost.demands = {{0b01, Cycles(1, 100)}};
  data.forms = {split};
  return data;
}

// Measured on Emerald Rapids: operations on indexed loads among nops, cycles from one repetition to the next.
TEST(DispatchSplits, AreAmongTheFirstOfACycle) {
  const auto with_nops = [](const std::string &begin, int nops) {
    return begin + std::string(static_cast<std::size_t>(nops), '-');
  };
  const std::tuple<const char *, int, double> measured[] = {
      {"s", 3, 1.0},    {"s", 4, 1.03},   {"s", 5, 1.28},   {"s", 6, 1.45},   {"s", 7, 1.94},   {"s", 9, 1.97},
      {"s", 10, 2.02},  {"s", 11, 2.27},  {"s", 14, 2.93},  {"ss", 4, 1.53},  {"ss", 5, 1.95},  {"ss", 7, 1.95},
      {"s-s", 2, 1.5},  {"s-s", 4, 1.94}, {"s-s", 7, 2.11}, {"sss", 3, 1.94}, {"sss", 4, 2.02}, {"sss", 5, 2.11},
      {"sss", 6, 2.44}, {"sss", 7, 2.93}, {"ssss", 4, 2.52}};
  for (const auto &[begin, nops, figure] : measured)
    EXPECT_NEAR(front_end(bound(unrolled(with_nops(begin, nops)), core_that_splits())).bound().to_double(), figure,
                0.09 * figure)
        << begin << " and " << nops;
  MachineModel::Data anywhere = core_that_splits();
  anywhere.core.dispatch_splits.reset();
  EXPECT_EQ(front_end(bound(unrolled("s-------"), anywhere)).bound(), Cycles(9, 6));
}

} // namespace
} // namespace osaca
