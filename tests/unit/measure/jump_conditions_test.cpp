// Conditions of jumps, held against the processor's own answer.
#include "measure/harness/loop_code.h"

#include <gtest/gtest.h>

#include <array>

namespace osaca::measure {
namespace {

constexpr std::uint64_t carry = 0x1;
constexpr std::uint64_t parity = 0x4;
constexpr std::uint64_t zero = 0x40;
constexpr std::uint64_t sign = 0x80;
constexpr std::uint64_t overflow = 0x800;

#if defined(__x86_64__)
#define OSACA_ASK(CONDITION)                                                                                           \
  asm volatile("pushq %1\n\tpopfq\n\tset" CONDITION " %0" : "=r"(answer) : "r"(flags) : "cc", "memory");               \
  answers[next++] = answer != 0;

/// What each setcc says, in the order of their encoding.
__attribute__((noinline)) std::array<bool, 16> asked(std::uint64_t flags) {
  std::array<bool, 16> answers{};
  std::size_t next = 0;
  unsigned char answer = 0;
  // clang-format off
  OSACA_ASK("o") OSACA_ASK("no") OSACA_ASK("b") OSACA_ASK("ae") OSACA_ASK("e") OSACA_ASK("ne") OSACA_ASK("be") OSACA_ASK("a")
  OSACA_ASK("s") OSACA_ASK("ns") OSACA_ASK("p") OSACA_ASK("np") OSACA_ASK("l") OSACA_ASK("ge") OSACA_ASK("le") OSACA_ASK("g")
      // clang-format on
      return answers;
}

TEST(JumpConditions, HoldAsTheProcessorSays) {
  for (unsigned bits = 0; bits < 32; ++bits) {
    const std::uint64_t flags = (bits & 1U ? carry : 0) | (bits & 2U ? parity : 0) | (bits & 4U ? zero : 0) |
                                (bits & 8U ? sign : 0) | (bits & 16U ? overflow : 0);
    const std::array<bool, 16> answers = asked(flags | 2U);
    for (JumpCondition condition = 0; condition < 16; ++condition)
      EXPECT_EQ(condition_holds(condition, flags), answers[condition]) << jump_named(condition) << " " << flags;
  }
}
#endif

TEST(JumpConditions, HaveSeveralNames) {
  EXPECT_EQ(jump_condition("jz"), jump_condition("je"));
  EXPECT_EQ(jump_condition("jnbe"), jump_condition("ja"));
  for (JumpCondition condition = 0; condition < 16; ++condition)
    EXPECT_EQ(jump_condition(jump_named(condition)), condition);
  EXPECT_FALSE(jump_condition("jrcxz"));
  EXPECT_FALSE(jump_condition("jmp"));
}

TEST(JumpConditions, StayAsTheyAreWhereTheyGoTheRightWay) {
  const JumpCondition equal = *jump_condition("je");
  EXPECT_EQ(condition_for(true, equal, {zero, zero | parity}), equal);
  EXPECT_EQ(condition_for(false, equal, {carry, sign}), equal);
}

TEST(JumpConditions, AreTurnedRoundWhereTheyAlwaysGoTheOtherWay) {
  const JumpCondition equal = *jump_condition("je");
  EXPECT_EQ(condition_for(false, equal, {zero, zero | parity}), jump_condition("jne"));
}

TEST(JumpConditions, AreOthersWhereOnlyThoseAreSteady) {
  // Sometimes equal, never below: "jae" is always taken.
  const std::optional<JumpCondition> chosen = condition_for(true, *jump_condition("je"), {zero, 0, zero});
  ASSERT_TRUE(chosen);
  for (const std::uint64_t flags : {zero, std::uint64_t{0}})
    EXPECT_TRUE(condition_holds(*chosen, flags));
  // All of them change, or the jump is of a kind that is not fused like others.
  EXPECT_FALSE(condition_for(true, *jump_condition("je"), {zero | carry | overflow, sign | overflow, sign, 0, carry}));
  EXPECT_FALSE(condition_for(true, *jump_condition("jp"), {0, parity}));
}

} // namespace
} // namespace osaca::measure
