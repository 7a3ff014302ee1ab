// How often a loop runs is checked by counting in the test, not by the solver's own arithmetic.
#include "decode/decoder.h"
#include "measure/harness/loop_setup.h"

#include <gmock/gmock.h>

#include <sstream>

namespace osaca::measure {
namespace {

constexpr std::size_t rax = 0;
constexpr std::size_t rcx = 1;

Kernel loop(const std::string &body) {
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const Expected<DecodedInput> input = decode_assembly(".L1:\n" + body, "test", options);
  EXPECT_TRUE(input) << input.error().text();
  return input && !input->kernels.empty() ? input->kernels.front() : Kernel{};
}

GeneralRegisters solved(const std::string &body, int iterations, GeneralRegisters start = {}) {
  const Kernel kernel = loop(body);
  const Expected<LoopExit> exit = find_exit(kernel, register_uses(kernel));
  EXPECT_TRUE(exit) << exit.error().text();
  EXPECT_TRUE(exit && solve(*exit, iterations, start));
  return start;
}

TEST(LoopExit, OfACounterThatReachesALimitedRegister) {
  const GeneralRegisters start = solved("addq $8, %rax\ncmpq %rax, %rcx\njne .L1\n", 10);
  EXPECT_EQ(start[rcx] - start[rax], 80U);
}

TEST(LoopExit, KnowsTheFormsForTheAccumulator) {
  const GeneralRegisters start = solved("addq $256, %rax\ncmpq %rax, %rcx\njne .L1\n", 10);
  EXPECT_EQ(start[rcx] - start[rax], 2560U);
}

TEST(LoopExit, OfACounterThatReachesZero) {
  EXPECT_EQ(solved("nop\ndecq %rax\njne .L1\n", 7)[rax], 7U);
  EXPECT_EQ(solved("addq $-4, %rax\njne .L1\n", 7)[rax], 28U);
}

TEST(LoopExit, OfAConstantLimit) { EXPECT_EQ(solved("incl %eax\ncmpl $100, %eax\njne .L1\n", 10)[rax], 90U); }

TEST(LoopExit, KnowsJumpsByAllTheirNames) {
  for (const char *names :
       {"jae jnb jnc", "jb jnae jc", "ja jnbe", "jbe jna", "jl jnge", "jge jnl", "jg jnle", "jle jng"}) {
    std::istringstream all(names);
    std::optional<LoopExit::Condition> condition;
    for (std::string name; all >> name;) {
      const Kernel kernel = loop("decq %rax\ncmpq %rcx, %rax\n" + name + " .L1\n");
      const Expected<LoopExit> exit = find_exit(kernel, register_uses(kernel));
      ASSERT_TRUE(exit) << name;
      EXPECT_EQ(condition.value_or(exit->condition), exit->condition) << name;
      condition = exit->condition;
    }
  }
}

TEST(LoopExit, DistinguishesWideCountersFromWideConstants) {
  // The limit's form has "32" in its name; the counter has 64 bits and begins below zero.
  const auto start = static_cast<std::int64_t>(solved("addq $32, %rax\ncmpq $928, %rax\njne .L1\n", 100)[rax]);
  EXPECT_EQ(start, 928 - 3200);
}

TEST(LoopExit, CountsAStepAfterTheComparison) {
  const GeneralRegisters start = solved("cmpq %rax, %rcx\nleaq 1(%rax), %rax\njne .L1\n", 5);
  EXPECT_EQ(start[rcx] - start[rax], 4U); // compared before it is advanced
}

TEST(LoopExit, OfAnOrderWithAndWithoutEquality) {
  std::int64_t value = 0;
  int count = 0;
  const auto limit = static_cast<std::int64_t>(solved("addq $3, %rax\ncmpq %rcx, %rax\njl .L1\n", 9)[rcx]);
  do
    ++count;
  while ((value += 3) < limit);
  EXPECT_EQ(count, 9);
  const auto last = static_cast<std::int64_t>(solved("addq $3, %rax\ncmpq %rcx, %rax\njle .L1\n", 9)[rcx]);
  for (value = 0, count = 1; (value += 3) <= last; ++count)
    continue;
  EXPECT_EQ(count, 9);
}

TEST(LoopExit, SaysWhenItIsNotArithmetic) {
  for (const char *body : {"incq %rax\ncmpb $0, (%rax)\njne .L1\n", "imulq %rax, %rax\ncmpq %rax, %rcx\njne .L1\n",
                           "addq %rcx, %rax\njne .L1\n"}) {
    const Expected<LoopSetup> setup = set_up_loop(loop(body));
    ASSERT_FALSE(setup) << body;
    EXPECT_THAT(setup.error().message, testing::HasSubstr("cannot determine")) << body;
  }
}

TEST(LoopSetup, GivesEachStreamItsOwnMemory) {
  const Expected<LoopSetup> setup =
      set_up_loop(loop("movq (%rsi,%rax,8), %rdx\nmovq %rdx, (%rdi,%rax,8)\nincq %rax\ncmpq %rax, %rcx\njne .L1\n"));
  ASSERT_TRUE(setup) << setup.error().text();
  constexpr std::size_t rsi = 6;
  constexpr std::size_t rdi = 7;
  EXPECT_GT(setup->shorter_start[rdi] > setup->shorter_start[rsi]
                ? setup->shorter_start[rdi] - setup->shorter_start[rsi]
                : setup->shorter_start[rsi] - setup->shorter_start[rdi],
            8U * static_cast<unsigned>(setup->iterations.longer));
  EXPECT_EQ(setup->iterations.longer, 2 * setup->iterations.shorter);
}

// The predictor knows the ends of loops with up to some 75 iterations, and none from 230 on (measured on Zen 5).
TEST(IterationCounts, EndBothRunsInTheSameWay) {
  for (std::int64_t most = 2; most <= 20'000; ++most)
    for (int variant = 0; variant < count_variants; ++variant) {
      const IterationCounts counts = iteration_counts(most, variant);
      ASSERT_LT(counts.shorter, counts.longer) << most;
      ASSERT_LE(counts.longer, most);
      ASSERT_TRUE(counts.longer <= 75 || counts.shorter >= 230) << most;
    }
}

TEST(IterationCounts, DifferBetweenVariantsIfTheEndIsNotPredicted) {
  const IterationCounts usual = iteration_counts(2000);
  for (int variant = 1; variant < count_variants; ++variant) {
    EXPECT_NE(iteration_counts(2000, variant).shorter, usual.shorter);
    EXPECT_NE(iteration_counts(2000, variant).longer, usual.longer);
  }
}

TEST(LoopSetup, StepsFromElementToElement) {
  const Expected<LoopSetup> setup =
      set_up_loop(loop("vmovsd (%rsi), %xmm0\naddq %r8, %rsi\nincq %rax\ncmpq %rax, %rcx\njne .L1\n"));
  ASSERT_TRUE(setup) << setup.error().text();
  EXPECT_EQ(setup->shorter_start[8], 8U); // of doubles
}

TEST(LoopSetup, TakesWhatIsLoadedAsBytesForAnIndex) {
  const Expected<LoopSetup> setup = set_up_loop(loop("movzbl (%r14,%rsi), %r8d\nmovzbl (%r8,%rdi), %r8d\nmovb %r8b, "
                                                     "(%rdx,%rsi)\nincq %rsi\ncmpq %rsi, %rcx\njne .L1\n"));
  ASSERT_TRUE(setup) << setup.error().text();
  constexpr std::size_t rdi = 7;
  constexpr std::uint64_t lowest_address = 0x10000;
  EXPECT_GE(setup->shorter_start[rdi], lowest_address);
}

TEST(LoopSetup, StepsOverElementsByIndicesOfBytesToo) {
  const Expected<LoopSetup> setup = set_up_loop(loop(
      "vmovss (%rsi,%rax), %xmm0\nvmovss %xmm0, (%rdi,%rdx)\naddq %r8, %rax\naddq %r8, %rdx\ndecl %ecx\njne .L1\n"));
  ASSERT_TRUE(setup) << setup.error().text();
  constexpr std::size_t rdx = 2;
  EXPECT_EQ(setup->shorter_start[8], 4U); // of floats
  EXPECT_NE(setup->shorter_start[rax], setup->shorter_start[rdx]);
}

TEST(LoopSetup, FindsPointersThroughAdditions) {
  const Expected<LoopSetup> setup =
      set_up_loop(loop("leaq (%r12,%rcx), %rax\nmovslq (%rax), %rbx\nvmovsd (%rdx,%rbx,8), %xmm0\naddq $4, %rcx\ncmpq "
                       "%rcx, %r10\njne .L1\n"));
  ASSERT_TRUE(setup) << setup.error().text();
  constexpr std::uint64_t lowest_address = 0x10000;
  EXPECT_GE(setup->shorter_start[12], lowest_address);
  EXPECT_LT(setup->fill_word & 0xffffffff, 4096U / 8); // what is loaded is an index: a small one
}

} // namespace
} // namespace osaca::measure
