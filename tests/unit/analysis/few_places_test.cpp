// Places that are computed anew in each iteration: always the same one, or one of few.
#include "analysis/graph/address.h"
#include "analysis/graph/store_forwarding.h"
#include "sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace osaca {
namespace {

using namespace sample;

/// and $mask, %reg
Instruction masks(const Register &reg, std::int64_t mask) {
  Instruction made = instruction("AND32ri8", {updates(reg), constant(mask)});
  made.result_mask = mask;
  return made;
}

/// incl (%rax,%rbx,4)
Instruction counts(const Register &index = rbx) {
  MemoryOperand place;
  place.base = rax;
  place.index = index;
  place.scale = 4;
  place.width_bytes = 4;
  Instruction made = instruction("INC32m", {{place, true, true, false, false}});
  made.loads = made.stores = true;
  return made;
}

/// movzbl (%rcx), %reg
Instruction loads(const Register &reg) { return instruction("MOVZX32rm8", {writes(reg), memory(rcx, 0, 1, false)}); }

std::vector<Forwarding> few_places(const std::vector<Instruction> &code) {
  return forwardings_among_few_places(analyze_addresses(bound(kernel(code))));
}

TEST(FewPlaces, AreUsedInTurns) {
  const std::vector<Forwarding> found = few_places({loads(rbx), masks(rbx, 1), counts()});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].distance, 2);
  EXPECT_EQ(few_places({loads(rbx), masks(rbx, 6), counts()}).at(0).distance, 4) << "two bits, wherever they are";
}

TEST(FewPlaces, AreCountedOverAllTurnsOfAnIteration) {
  std::vector<Instruction> code;
  for (int turn = 0; turn < 3; ++turn)
    for (const Instruction &one : {loads(rbx), masks(rbx, 1), counts()})
      code.push_back(one);
  const std::vector<Forwarding> found = few_places(code);
  ASSERT_EQ(found.size(), 3u);
  int distances = 0;
  for (const Forwarding &forwarding : found)
    distances += forwarding.distance;
  EXPECT_EQ(distances, 2) << "two chains through three turns";
}

TEST(FewPlaces, AreNoneIfTheirNumberIsUnknown) {
  EXPECT_TRUE(few_places({loads(rbx), counts()}).empty());
  EXPECT_TRUE(few_places({loads(rbx), masks(rbx, -2), counts()}).empty()) << "all bits but one";
  EXPECT_TRUE(few_places({loads(rbx), masks(rbx, 1), loads(rbx), counts()}).empty());
  EXPECT_TRUE(few_places({loads(rax), loads(rbx), masks(rbx, 1), counts()}).empty()) << "another array each time";
}

// The statement behind it: whatever the order, the longest chain is at least as long as in turns.
TEST(FewPlaces, AreNeverFasterThanInTurns) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const int places = 1 << (1 + random() % 3);
    const int turns = 1 + static_cast<int>(random() % 100);
    std::array<int, 8> chain{};
    for (int t = 0; t < turns; ++t)
      ++chain[random() % static_cast<unsigned>(places)];
    EXPECT_GE(*std::ranges::max_element(chain) * places, turns);
  }
}

TEST(RecomputedPlaces, AreTheSameWhereNothingTheyDependOnChanges) {
  const Instruction extends = instruction("MOVSX64rr32", {writes(rbx), reads(rcx)});
  const auto forwarded = [](const std::vector<Instruction> &code) {
    return forwardings(analyze_addresses(bound(kernel(code))), 4).size();
  };
  EXPECT_EQ(forwarded({extends, counts()}), 1u);
  EXPECT_EQ(forwarded({counts(), extends}), 1u) << "computed for the next iteration";
  EXPECT_EQ(forwarded({extends, instruction("SHL64ri", {updates(rbx), constant(4)}), counts()}), 1u);
  EXPECT_EQ(forwarded({instruction("SHL64ri", {updates(rbx), constant(4)}), counts()}), 0u) << "shifted on and on";
  EXPECT_EQ(forwarded({extends, counts(), advances(rcx, 1)}), 0u);
  EXPECT_EQ(forwarded({loads(rbx), counts()}), 0u);
  Register low = rcx;
  low.width_bits = 8;
  EXPECT_EQ(forwarded({instruction("MOVZX32rr8", {writes(rbx), reads(low)}), counts()}), 0u)
      << "parts of registers are not followed";
}

} // namespace
} // namespace osaca
