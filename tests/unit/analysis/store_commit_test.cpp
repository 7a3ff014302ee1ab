// What a rule of "two per cycle within 32 bytes, one change of block per cycle" means for sequences of stores. The
// expected figures of the first group are measurements of such sequences (AMD EPYC Genoa, unrolled, 2026).
#include "analysis/bounds/store_commit.h"
#include "sample.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace osaca {
namespace {

using namespace sample;

MachineModel::Data model_with_commit() {
  MachineModel::Data data;
  data.core.store_commit = StoreCommit{32, 2, false, false, {}};
  return data;
}

Cycles cycles_of(std::vector<Instruction> instructions) {
  const CostedKernel loop = bound(kernel(std::move(instructions)), model_with_commit());
  return store_throughput(loop, analyze_addresses(loop)).cycles;
}

Instruction store(std::int64_t displacement, int width = 8) {
  return instruction("STORE", {memory(rax, displacement, width, true), reads(rbx)});
}

Cycles cycles_of_stores_at(const std::vector<std::int64_t> &places) {
  std::vector<Instruction> instructions;
  for (std::int64_t place : places)
    instructions.push_back(store(place));
  return cycles_of(std::move(instructions));
}

struct Measured {
  std::vector<std::int64_t> places;
  double cycles;
};

TEST(StoreCommit, ComesNearMeasuredSequences) {
  const Measured rows[] = {
      {{0}, 0.496},
      {{0, 8}, 0.992},
      {{24, 0}, 0.992},
      {{24, 32}, 1.985},
      {{0, 64}, 1.985},
      {{0, 8, 16}, 1.489},
      {{0, 8, 32}, 1.988},
      {{40, 48, 16}, 1.988},
      {{-8, 0, 8, 16}, 1.988},
      {{0, 32, 64}, 2.979},
      {{0, 8, 64, 72}, 1.985},
      {{8, 24, 32, 28, 36}, 3.975},
      {{28}, 1.985},
      {{0, 8, 16, 24, 32}, 2.481},
      {{56, 48, 40, 32, 24, 16}, 2.979},
  };
  for (const Measured &row : rows)
    EXPECT_NEAR(cycles_of_stores_at(row.places).to_double(), row.cycles, 0.02 * row.cycles) << row.places.size();
}

TEST(StoreCommit, FollowsAPointerThatMoves) {
  // 8 bytes per iteration: a new block every fourth time, so two per cycle; 32 bytes: a new block every time.
  const auto moving = [](std::int64_t step) { return cycles_of({store(0), advances(rax, step)}); };
  EXPECT_EQ(moving(8), Cycles(1, 2));
  EXPECT_EQ(moving(32), Cycles(1));
  EXPECT_EQ(moving(-8), Cycles(1, 2));
}

TEST(StoreCommit, KeepsStoresThroughUnrelatedPointersApart) {
  EXPECT_EQ(cycles_of({store(0), instruction("STORE", {memory(rcx, 0, 8, true), reads(rbx)})}), Cycles(2));
}

// Two stores side by side, behind a pointer whose step is in a register: of the four places that they may have in their
// blocks of 32 bytes, at one there is a border between them.
TEST(StoreCommit, TriesAllPlacesOfAPointerThatMovesInAnUnknownWay) {
  const Instruction moves = instruction("MOVES", {writes(rax), reads(rax), reads(rcx)});
  EXPECT_EQ(cycles_of({store(-8), store(0), moves}), Cycles(5, 4));
  EXPECT_EQ(cycles_of({store(0), moves}), Cycles(1));
  EXPECT_EQ(cycles_of({store(0, 32), moves}), Cycles(1)) << "a wide one is aligned";
}

TEST(StoreCommit, IsSilentWithoutARuleOrStores) {
  const CostedKernel loop = bound(kernel({store(0)}));
  EXPECT_TRUE(store_throughput(loop, analyze_addresses(loop)).cycles.is_zero());
  EXPECT_TRUE(cycles_of({}).is_zero());
}

// Measured on Emerald Rapids, to lines of 64 bytes.
TEST(StoreCommit, ACycleMayTakeStoresOfOneBlockOnly) {
  MachineModel::Data data;
  data.core.store_commit = StoreCommit{64, 2, false, true, {}};
  const Measured rows[] = {
      {{0}, 0.495},
      {{0, 8, 16}, 1.494},
      {{0, 8, 16, 64}, 3.002},
      {{0, 8, 16, 128}, 3.010},
      {{0, 8, 64, 72}, 1.970},
      {{0, 8, 16, 64, 72}, 3.002},
      {{0, 8, 16, 64, 72, 80}, 4.014},
      {{0, 8, 16, 24, 64}, 3.013},
      {{0, 8, 64, 128}, 3.011},
      {{8, 48, 32, 0}, 1.969},
  };
  for (const Measured &row : rows) {
    std::vector<Instruction> instructions;
    for (const std::int64_t place : row.places)
      instructions.push_back(store(place));
    const CostedKernel loop = bound(kernel(std::move(instructions)), data);
    EXPECT_NEAR(store_throughput(loop, analyze_addresses(loop)).cycles.to_double(), row.cycles, 0.02 * row.cycles)
        << row.places.size();
  }
}

// Measured on Emerald Rapids: stores of 32 bytes that move on by 32, every other one across a line, 1.45 each; by 64,
// all across, 1.94.
TEST(StoreCommit, PartsOfAStoreAcrossABorderMayLeaveAlone) {
  MachineModel::Data data;
  data.core.store_commit = StoreCommit{64, 2, true, false, {}};
  const auto cycles_from = [&](std::int64_t place, std::int64_t step) {
    const CostedKernel loop = bound(kernel({store(place, 32), advances(rax, step)}), data);
    return store_throughput(loop, analyze_addresses(loop)).cycles;
  };
  EXPECT_EQ(cycles_from(4, 32), Cycles(3, 2));
  EXPECT_EQ(cycles_from(48, 64), Cycles(2));
  EXPECT_EQ(cycles_from(0, 32), Cycles(1, 2));
  data.core.store_commit->crossing_apart = false;
  EXPECT_EQ(cycles_from(48, 64), Cycles(1));
}

// Measured on an Ice Lake-SP: 16 stores of 8 bytes, one of which crosses a line, take 12.0 cycles, and 35.0 if it
// crosses a page.
TEST(StoreCommit, AStoreAcrossPagesTakesLonger) {
  MachineModel::Data data;
  data.core.store_commit = StoreCommit{64, 2, true, false, {}};
  const auto cycles_of_page = [&](std::int64_t place, std::int64_t step, int width, int page_crossing) {
    data.core.store_commit->page_crossing_cycles = Cycles(page_crossing);
    const CostedKernel loop = bound(kernel({store(place, width), advances(rax, step)}), data);
    return store_throughput(loop, analyze_addresses(loop)).cycles * Cycles(4096, step < 0 ? -step : step);
  };
  const auto added_in_page = [&](std::int64_t place, std::int64_t step, int width) {
    return cycles_of_page(place, step, width, 23) - cycles_of_page(place, step, width, 0);
  };
  EXPECT_EQ(added_in_page(16, 32, 32), Cycles(23));
  EXPECT_EQ(added_in_page(-16, 32, 32), Cycles(23));
  EXPECT_EQ(added_in_page(16, -64, 64), Cycles(23));
  EXPECT_EQ(added_in_page(4, 8, 8), Cycles(23));
  EXPECT_EQ(added_in_page(4, 8, 16), Cycles(46)) << "two stores of a page cross into the next";
  EXPECT_EQ(added_in_page(0, 32, 32), Cycles(0));
  EXPECT_EQ(added_in_page(48, 64, 16), Cycles(0));
}

// A block of openblas, measured on Emerald Rapids: 16 stores take 8.0 cycles. Pairs of them go through registers that
// are computed alike from what was loaded, which is the same everywhere where the block was measured (so it was read
// before: 13 cycles).
TEST(StoreCommit, RegistersOfABlockThatAreComputedAlikeAreOneAddress) {
  const auto cycles = [](bool loads_pointer, RegionKind region) {
    const auto load = [&](const Register &to, std::int64_t displacement) {
      Instruction made = instruction("MOVSX64rm32", {writes(to), memory(rsp, displacement, 4, false)});
      made.loads_pointer = loads_pointer;
      return made;
    };
    const auto sum = [](const Register &of) {
      Instruction made = instruction("LEA64r", {writes(of), reads(of), reads(rax)});
      AffineResult affine;
      static_cast<void>(affine.add({1, 8, -1}));
      static_cast<void>(affine.add({2, 1, -1}));
      made.affine = affine;
      return made;
    };
    const auto through = [](const Register &base) {
      return instruction("STORE", {memory(base, 0, 8, true), reads(rax)});
    };
    Kernel code = kernel({through(rbx), through(rcx), load(rbx, -120), load(rcx, -112), sum(rbx), sum(rcx)});
    code.region = region;
    const CostedKernel block = bound(code, model_with_commit());
    return store_throughput(block, analyze_addresses(block)).cycles;
  };
  EXPECT_EQ(cycles(true, RegionKind::block), Cycles(1));
  EXPECT_EQ(cycles(false, RegionKind::block), Cycles(2));
  EXPECT_EQ(cycles(true, RegionKind::loop), Cycles(2));
}

// Measured on Emerald Rapids: lock subl $1, 48(%rdx) 18.0 cycles, with movq $0, (%rdi) before it 25.0; lock
// cmpxchg 19.0, with a store 26.1. A prefix is an instruction of its own.
TEST(StoreDrain, TakesTimeAfterAStore) {
  MachineModel::Data data;
  data.core.ports = {{"LCK", PortKind::store}};
  data.core.store_drain = StoreDrain{{"LOCK*", "XCHG64rm"}, {{1, 7}}, {}};
  const auto cycles_of_first = [&](std::vector<Instruction> code) {
    const CostedKernel on_core = bound(kernel(std::move(code)), data);
    return on_core.demands_of(0).empty() ? Cycles(0) : on_core.demands_of(0).front().cycles;
  };
  const Instruction prefix = instruction("LOCK_PREFIX", {});
  const Instruction locked = instruction("SUB64mi8", {memory(rax, 0, 8, true), constant(1)});
  const Instruction exchange = instruction("XCHG64rm", {updates(rbx), memory(rax, 0, 8, true)});
  EXPECT_EQ(cycles_of_first({exchange}), Cycles(0));
  EXPECT_EQ(cycles_of_first({exchange, store(64)}), Cycles(7)) << "of the iteration before";
  EXPECT_EQ(cycles_of_first({exchange, store(64), exchange}), Cycles(0)) << "another one has waited for it";
  EXPECT_EQ(cycles_of_first({prefix, locked}), Cycles(0));
  EXPECT_EQ(cycles_of_first({prefix, locked, store(64)}), Cycles(7));
}

// Measured on Zen 5: stores of 32 bytes to as many lines of 64 bytes, over and over.
TEST(StoreCommit, AlternatesBetweenOpenBlocks) {
  MachineModel::Data data;
  data.core.store_commit = StoreCommit{64, 2, false, false, {}, 11};
  const std::pair<int, double> rows[] = {{6, 3.00}, {8, 3.96}, {11, 5.48}, {12, 12.58}, {16, 16.69}, {20, 20.91}};
  for (const auto &[lines, measured] : rows) {
    std::vector<Instruction> instructions;
    for (int line = 0; line < lines; ++line)
      instructions.push_back(store(std::int64_t{64} * line, 32));
    const CostedKernel loop = bound(kernel(std::move(instructions)), data);
    EXPECT_NEAR(store_throughput(loop, analyze_addresses(loop)).cycles.to_double(), measured, 0.05 * measured) << lines;
  }
}

} // namespace
} // namespace osaca
