// How Zen 3 and Zen 4 give integer uops to their four schedulers, seen in chains that an older uop gets in the way of.
//
// Measured on an AMD EPYC (Genoa), 2026: bodies unrolled 100 times, 1,000 against 3,000 of them, time stamp counter
// against a chain of additions, lower quartile of the rounds in which nothing shared the core. All of them would take
// one cycle if uops waited together for the four ALUs.
#include "kernel_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace osaca::test {
namespace {

struct Chain {
  const char *name;
  const char *body;
  double cycles;
  const char *arch = "zen4";
};

void PrintTo(const Chain &chain, std::ostream *out) { *out << chain.name; }

class IntegerChain : public testing::TestWithParam<Chain> {};

TEST_P(IntegerChain, comes_near_the_measurement) {
  constexpr int copies = 100;
  const auto cycles = cycles_of_copies(GetParam().body, copies, GetParam().arch);
  ASSERT_TRUE(cycles);
  EXPECT_NEAR(*cycles / copies, GetParam().cycles, 0.05 * GetParam().cycles);
}

INSTANTIATE_TEST_SUITE_P(
    OfAdditions, IntegerChain,
    testing::Values(
        Chain{"two_uops", "inc %rcx\nlea 1(%rcx), %ebp\n", 0.99},
        Chain{"three_uops_in_a_row", "inc %rcx\nlea 1(%rcx), %ebp\nlea 1(%rbp), %edi\n", 1.487},
        Chain{"three_uops", "inc %rcx\nlea 1(%rcx), %ebp\nlea 1(%rsi), %edi\n", 0.99},
        Chain{"four_uops_in_a_row", "inc %rcx\nlea 1(%rcx), %ebp\nlea 1(%rbp), %edi\nlea 1(%rdi), %ebx\n", 0.99},
        Chain{"three_in_a_row_of_four", "inc %rcx\nlea 1(%rcx), %ebp\nlea 1(%rbp), %edi\nlea 1(%rsi), %ebx\n", 0.99},
        Chain{"four_in_a_row_of_five",
              "inc %rcx\nlea 1(%rcx), %ebp\nlea 1(%rbp), %edi\nlea 1(%rdi), %ebx\nlea 1(%rsi), %r12d\n", 1.99},
        Chain{"an_unimportant_one_first", "inc %rcx\nlea 1(%rsi), %ebx\nlea 1(%rcx), %ebp\nlea 1(%rbp), %edi\n", 0.99},
        Chain{"a_nop_changes_nothing", "inc %rcx\nlea 1(%rcx), %ebp\nlea 1(%rbp), %edi\nnop\n", 1.487},
        Chain{"nor_does_a_store", "inc %rcx\nlea 1(%rcx), %ebp\nlea 1(%rbp), %edi\nmov %esi, 0x800(%r14)\n", 1.487},
        Chain{"a_multiplication_is_the_fourth", "inc %rcx\nlea 1(%rcx), %ebp\nlea 1(%rbp), %edi\nimul $3, %esi, %ebx\n",
              1.03}),
    [](const testing::TestParamInfo<Chain> &instance) { return std::string(instance.param.name); });

INSTANTIATE_TEST_SUITE_P(
    WithLoads, IntegerChain,
    testing::Values(Chain{"of_four", "cmpl $0, (%rsi,%rcx,4)\ninc %rcx\ncmp %rcx, %r15\ncmp %rcx, %r15\n", 0.99},
                    Chain{"of_three_in_a_row",
                          "movl (%rsi,%rcx,4), %eax\naddl $3, %eax\naddl $3, %eax\ninc %rcx\ncmp %rcx, %r15\n", 0.994},
                    Chain{"shift_on_two_of_the_ports", "mov %rsi, %rax\nshr $9, %rax\ncmp $20, %rax\n", 0.497}),
    [](const testing::TestParamInfo<Chain> &instance) { return std::string(instance.param.name); });

// Three uops of one instruction for two ALUs, whose result is known after 2 cycles: they share the ALUs. On Zen 3 (AMD
// EPYC Milan, 2026-11-29) in a loop of eight copies; with five and more others it takes 2.98 (not explained).
INSTANTIATE_TEST_SUITE_P(
    OfDoubleShifts, IntegerChain,
    testing::Values(
        Chain{"alone", "shld $3, %rbx, %rax\n", 2.00}, Chain{"alone_on_zen3", "shld $3, %rbx, %rax\n", 2.00, "zen3"},
        Chain{"with_one_other_on_zen3", "shld $3, %rbx, %rax\nlea 1(%rdi), %r8\n", 2.01, "zen3"},
        Chain{"with_two_others_on_zen3", "shld $3, %rbx, %rax\nlea 1(%rdi), %r8\nlea 1(%rdi), %r9\n", 2.00, "zen3"},
        Chain{"with_three_others_on_zen3",
              "shld $3, %rbx, %rax\nlea 1(%rdi), %r8\nlea 1(%rdi), %r9\nlea 1(%rdi), %r10\n", 2.01, "zen3"}),
    [](const testing::TestParamInfo<Chain> &instance) { return std::string(instance.param.name); });

/// Loops as they stand, from 1,000 to 3,000 iterations, otherwise measured like the chains.
class Zen4Loop : public testing::TestWithParam<Chain> {};

TEST_P(Zen4Loop, comes_near_the_measurement) {
  AnalyzeOptions options;
  options.archs = {"zen4"};
  const auto report = analyze(std::string(".Lloop:\n") + GetParam().body, GetParam().name, options);
  ASSERT_TRUE(report) << report.error().text();
  ASSERT_EQ(report->kernels.size(), 1u);
  EXPECT_NEAR(report->kernels[0].cycles_per_iteration.to_double(), GetParam().cycles, 0.05 * GetParam().cycles);
}

// The result of an operation that is fused with the jump is written by the first or the last ALU, as those of
// conditional moves are.
INSTANTIATE_TEST_SUITE_P(
    OfFusedJumps, Zen4Loop,
    testing::Values(Chain{"beside_four_additions",
                          "lea 1(%rsi), %eax\nlea 1(%rsi), %ebx\nlea 1(%rsi), %ebp\nlea 1(%rsi), %r8d\ndec %r15\njne "
                          ".Lloop\n",
                          1.243},
                    Chain{"beside_two_moves", "cmovc %rsi, %rax\ncmovc %rsi, %rbx\ndec %r15\njne .Lloop\n", 1.493},
                    Chain{"that_only_compare",
                          "cmovc %rsi, %rax\ncmovc %rsi, %rbx\nlea -1(%r15), %r15\ntest %r15, %r15\njne .Lloop\n",
                          0.995},
                    Chain{"that_are_not_taken",
                          "cmpl $92, %eax\nje 1f\ncmpl $93, %eax\nje 1f\nlea -1(%r15), %r15\ntest %r15, %r15\njne "
                          ".Lloop\n1:\n",
                          1.493}),
    [](const testing::TestParamInfo<Chain> &instance) { return std::string(instance.param.name); });

/// 120 pieces of three to eleven integer operations, chosen at random and repeated to about 240 instructions, and 180
/// loops of two to ten, also with loads and stores. They were measured after the rules had been chosen (2026-11-30).
/// llvm-mca 22 is off by 18 % on these and similar loops.
TEST(Zen4Groups, EnterSchedulersTogether) { expect_errors("zen4_groups.csv", "zen4", {0.045, 0.85}); }

// Integer operations together with vector operations that write or read a general register. Measured on an AMD EPYC
// (Genoa), 2026-11-30, before the rule was written.
TEST(Zen4VectorResults, DelayOperationsThatEndWithThem) {
  expect_errors("zen4_vector_results.csv", "zen4", {0.03, 0.9}); // without the rule: 0.17
}

/// Pieces of three to ten random operations, among them such vector operations, half of them as loops. They were
/// generated and measured after the rule had been written. Without it, the mean error is 17.8 %, and 32 % of the pieces
/// are within a tenth.
TEST(Zen4VectorResults, OfRandomCodeComeNearTheMeasurement) {
  expect_errors("zen4_vector_results_unseen.csv", "zen4", {0.15, 0.45});
}

/// Pieces of one to eight random operations and a multiplication with two results, half of them as loops. They were
/// generated and measured after the ports of the multiplication had been chosen, with 32 other pieces. If it had the
/// multiplier's port only, the mean error would be 31 %, and 14 % of the pieces would be within a tenth.
TEST(Zen4Multiplications, OccupyOtherPorts) { expect_errors("zen4_multiplications_unseen.csv", "zen4", {0.1, 0.6}); }

// A compare with memory and the following jump are executed as one.
INSTANTIATE_TEST_SUITE_P(
    OfComparesWithMemory, Zen4Loop,
    testing::Values(Chain{"that_end_it", "inc %rax\ncmpb $1, (%rdi,%rax)\njne .Lloop\n", 0.992},
                    Chain{"beside_two_uses_of_the_counter",
                          "inc %rax\nlea 1(%rax), %ebx\nlea 1(%rax), %ebp\ncmpb $1, (%rdi,%rax)\njne .Lloop\n", 0.993},
                    Chain{"beside_two_additions",
                          "inc %rax\nlea 1(%rsi), %ebx\nlea 1(%rsi), %ebp\ncmpb %r15b, (%rdi,%rax)\njne .Lloop\n",
                          0.992}),
    [](const testing::TestParamInfo<Chain> &instance) { return std::string(instance.param.name); });

} // namespace
} // namespace osaca::test
