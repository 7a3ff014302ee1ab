// What the place of a loop makes of its cycles. The figures are measurements on Zen 4 (AMD EPYC Genoa, 2026-11-24):
// loops of nops of nine bytes or moves of two, a decrement of two and a jump of two that is fused with it, at each of
// the 64 places in a block.
#include "analysis/bounds/front_end.h"
#include "code_sample.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace osaca {
namespace {

using namespace sample;

/// The decrement and the jump are one instruction of four bytes.
Kernel measured_loop(int count, int bytes) { return loop_of(count, bytes, 4); }

Kernel lying(Kernel loop, std::uint64_t address, std::uint64_t modulus = 0) {
  loop.place.modulus = modulus;
  for (const Instruction &one : loop.instructions) {
    loop.place.addresses.push_back(address);
    address += static_cast<std::uint64_t>(one.size_bytes);
  }
  return loop;
}

FrontEnd front_of(const Kernel &loop) { return front_end(bound(loop, core_that_fetches())); }

struct MeasuredAtPlaces {
  const char *name;
  int count;
  int bytes;
  double before;      ///< cycles up to the border
  std::uint64_t from; ///< the place from which on it is the other; 64: none
  double behind;
};
const MeasuredAtPlaces measured_at_places[] = {
    {"one nop", 1, 9, 1.0, 52, 2.0},      {"two nops", 2, 9, 1.0, 43, 2.0},
    {"four nops", 4, 9, 1.0, 25, 2.0},    {"five nops", 5, 9, 1.0, 16, 2.0},
    {"six nops", 6, 9, 1.17, 7, 2.0},     {"eight nops", 8, 9, 2.0, 53, 3.0},
    {"8 moves", 8, 2, 1.5, 45, 2.0},      {"10 moves", 10, 2, 2.0, 64, 2.0},
    {"12 moves", 12, 2, 2.17, 64, 2.17},  {"17 moves", 17, 2, 3.0, 64, 3.0},
    {"18 moves", 18, 2, 3.17, 64, 3.17},  {"16 moves of 3 bytes", 16, 3, 2.83, 64, 2.83},
    {"only the jump", 0, 1, 1.0, 61, 2.0}};

TEST(CodePlace, AFinalPlaceDecides) {
  for (const MeasuredAtPlaces &one : measured_at_places)
    for (std::uint64_t place = 0; place < 64; ++place)
      EXPECT_NEAR(front_of(lying(measured_loop(one.count, one.bytes), 0x401000 + place)).bound().to_double(),
                  place < one.from ? one.before : one.behind, 0.02)
          << one.name << " at " << place;
}

TEST(CodePlace, ReportsBestAndWorstForAnUnknownPlace) {
  for (const MeasuredAtPlaces &one : measured_at_places) {
    const FrontEnd front = front_of(measured_loop(one.count, one.bytes));
    EXPECT_NEAR(front.bound().to_double(), one.before, 0.02) << one.name;
    EXPECT_NEAR(front.bound_elsewhere().to_double(), one.before, 0.02) << one.name;
    EXPECT_NEAR(std::max(front.bound(), front.code.most).to_double(), one.from < 64 ? one.behind : one.before, 0.02)
        << one.name;
  }
}

// 22 bytes from 43 on cross a border: of the places that are 8 bytes behind one of 16, those at 8 and 24 and 40 do not,
// 56 does.
TEST(CodePlace, AnAlignmentLeavesSomePlaces) {
  const auto code = [](std::uint64_t address, std::uint64_t modulus) {
    return front_of(lying(measured_loop(2, 9), address, modulus)).code;
  };
  EXPECT_EQ(code(8, 16).cycles, Cycles(1));
  EXPECT_EQ(code(8, 16).most, Cycles(2));
  EXPECT_EQ(code(8, 32).most, Cycles(1)) << "8 and 40 and no other";
  EXPECT_EQ(code(8, 64).most, Cycles(1));
  EXPECT_EQ(code(50, 64).least, Cycles(2));
  EXPECT_EQ(code(50, 4096).least, Cycles(2));
  EXPECT_EQ(code(0, 32).most, Cycles(1));
}

TEST(CodePlace, ReportsTheBestAlternativeToAFinalPlace) {
  const CodeSupply badly = front_of(lying(measured_loop(2, 9), 0x401032)).code;
  EXPECT_EQ(badly.cycles, Cycles(2));
  EXPECT_EQ(badly.least, Cycles(1));
}

// Two pieces of 12 and 24 bytes. The first crosses a border from 53 to 63; the second, 48 bytes on in its block, while
// the first lies from 57 to 15, and 24 bytes on, from 17 to 39.
TEST(CodePlace, WhatATakenBranchLeadsToLiesSomewhereElse) {
  Kernel loop = kernel({sized(10), jump(2), sized(10), sized(10), jump(4)});
  loop.place.addresses = {0, 10, 112, 122, 132};
  EXPECT_EQ(front_of(loop).code.blocks, Cycles(3));
  EXPECT_EQ(front_of(loop).code.least, Cycles(2));
  EXPECT_EQ(front_of(loop).code.most, Cycles(4)) << "from 57 on both cross";
  loop.place.addresses = {0, 10, 152, 162, 172};
  EXPECT_EQ(front_of(loop).code.blocks, Cycles(2));
  EXPECT_EQ(front_of(loop).code.most, Cycles(3)) << "never both";
  loop.place = {};
  EXPECT_EQ(front_of(loop).code.most, Cycles(4)) << "nobody knows how far they are apart";
}

// MeasuredAtPlaces: four blocks of ten macro-ops each and the closing ones 6.83 cycles, eight 13.5; each block alone
// takes two reads.
TEST(CodePlace, TheOpCacheIsReadOnAcrossBlocks) {
  const auto blocks_of_ten = [](int blocks) {
    std::vector<Instruction> code;
    for (int b = 0; b < blocks; ++b)
      for (const int bytes : {9, 9, 9, 9, 7, 4, 3, 4, 3, 7})
        code.push_back(sized(bytes));
    code.push_back(jump(4));
    return front_of(kernel(std::move(code))).bound().to_double();
  };
  EXPECT_NEAR(blocks_of_ten(1), 2.01, 0.02);
  EXPECT_NEAR(blocks_of_ten(2), 3.5, 0.02);
  EXPECT_NEAR(blocks_of_ten(4), 6.83, 0.02);
  EXPECT_NEAR(blocks_of_ten(8), 13.5, 0.02);
}

} // namespace
} // namespace osaca
