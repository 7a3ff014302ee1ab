// Loops that were measured to take less than was predicted: what must not be counted.
#include "loop_report.h"
#include "osaca/analyze.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

class OnCore : public testing::TestWithParam<const char *> {};

// for (; i < n; ++i) if (p[i] == c) break; by g++ -O2. Measured: 1.0 cycles on Ice Lake-SP, Emerald Rapids and Zen 4.
// One jump is taken; the other cores can also do one per cycle, and have four or more slots for the five instructions
// in three pairs.
TEST_P(OnCore, FallingThroughIntoTheTestIsNoTakenBranch) {
  const KernelReport kernel =
      report_of_loop("jmp .L5\n.L9:\naddq $1, %rsi\ncmpq %rsi, %rdx\nje .L8\n.L5:\ncmpb %cl, (%rdi,%rsi)\n"
                     "jne .L9\nmovq %rsi, %rax\nret\n.L8:\nmovq %rdx, %rax\nret\n",
                     GetParam());
  EXPECT_EQ(kernel.bound(BoundKind::front_end), Cycles(1));
  for (const Finding &finding : kernel.findings)
    if (const auto *front = std::get_if<FrontEndBusy>(&*finding.facts)) {
      EXPECT_FALSE(std::holds_alternative<FrontEndBusy::TakenBranches>(front->limit));
    }
}

INSTANTIATE_TEST_SUITE_P(Loops, OnCore, testing::Values("skl", "skx", "icx", "emeraldrapids", "adl-p", "zen4"),
                         [](const auto &named) {
                           std::string name = named.param;
                           std::erase(name, '-');
                           return name;
                         });

// Eight no-ops, a pair and its jump: 2.0 cycles measured on Emerald Rapids, where 1.5 would do to dispatch them. The
// one taken jump is not the reason.
TEST(MeasuredLoops, WhatIsReadUpToABranchIsNotPutDownToTheBranch) {
  std::string loop = ".L1:\n";
  for (int i = 0; i < 8; ++i)
    loop += "nopl 512(%rax,%rax)\n";
  const KernelReport kernel = report_of_loop(loop + "cmpq %rax, %r8\njne .L1\n", "emeraldrapids");
  EXPECT_EQ(kernel.bound(BoundKind::front_end), Cycles(2));
  const auto *limit = kernel.findings.empty() ? nullptr : std::get_if<FrontEndBusy>(&*kernel.findings.front()->facts);
  ASSERT_NE(limit, nullptr);
  EXPECT_TRUE(std::holds_alternative<FrontEndBusy::WholeReads>(limit->limit));
}

// hash = hash * 33 + c by gcc -O2: 3.0 cycles measured on Emerald Rapids, a shift and two additions. The move is
// eliminated. On Ice Lake-SP, where some moves are executed, 3.2.
TEST(MeasuredLoops, AMoveInAChainTakesNoTimeWhereItIsEliminated) {
  const auto chain = [](const char *arch) {
    return report_of_loop(".L3:\nmovl %eax, %edx\naddq $1, %rdi\nsall $5, %edx\naddl %edx, %eax\nmovsbl %cl, %edx\n"
                          "addl %edx, %eax\nmovzbl (%rdi), %ecx\ntestb %cl, %cl\njne .L3\n",
                          arch)
        .bound(BoundKind::loop_carried);
  };
  for (const char *arch : {"skl", "skx", "emeraldrapids", "adl-p", "zen4"})
    EXPECT_EQ(chain(arch), Cycles(3)) << arch;
  EXPECT_EQ(chain("icx"), Cycles(16, 5));
}

// Measured on Ice Lake-SP and Emerald Rapids: 1.0 each.
TEST(MeasuredLoops, AMoveOfARegisterOntoItselfIsNotEliminated) {
  for (const char *arch : {"icx", "emeraldrapids"})
    for (const char *move : {"movl %eax, %eax", "movzbl %al, %eax"}) {
      const KernelReport kernel =
          report_of_loop(std::string(".L3:\n") + move + "\n" + move + "\nsubq $1, %rdi\njne .L3\n", arch);
      EXPECT_EQ(kernel.bound(BoundKind::loop_carried), Cycles(2)) << arch << ' ' << move;
    }
}

// Measured on Emerald Rapids: 2.99 cycles each, with cmovb and setb 1.99.
TEST(MeasuredLoops, AConditionOfTwoFlagsTakesACycleMore) {
  const auto chain = [](const std::string &operation) {
    return report_of_loop(".L3:\ncmpq %rdx, %rcx\n" + operation + "\ndecl %esi\njne .L3\n", "emeraldrapids")
        .bound(BoundKind::loop_carried);
  };
  for (const char *two : {"cmovaq %rdx, %rcx", "cmovbe %rdx, %rcx", "seta %cl"})
    EXPECT_EQ(chain(two), Cycles(3)) << two;
  for (const char *one : {"cmovb %rdx, %rcx", "setae %cl"})
    EXPECT_EQ(chain(one), Cycles(2)) << one;
}

} // namespace
} // namespace osaca
