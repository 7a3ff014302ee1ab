// Chains through x87's stack of registers. The loops are GCC 12's (-O2) of a few lines of C with long double; the
// figures were measured on an Ice Lake-SP (2.8 GHz, virtual, L1; time stamp counter against a chain of additions,
// fiftieth of 401 samples).
#include "loop_report.h"
#include "osaca/analyze.h"
#include "render/words/words.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

KernelReport report_of_x87_loop(const std::string &text, const std::string &arch = "icx") {
  return report_of_loop(text, arch);
}

void expect_chain(const std::string &text, double measured_cycles, double tolerance) {
  const KernelReport kernel = report_of_x87_loop(text);
  EXPECT_TRUE(kernel.complete) << text;
  EXPECT_EQ(kernel.bound_by, BoundKind::loop_carried) << text;
  EXPECT_NEAR(kernel.cycles_per_iteration.to_double(), measured_cycles, tolerance * measured_cycles) << text;
}

TEST(RegisterStack, ASumWaitsForItsAdditions) {
  expect_chain(".L10:\nfldt (%rdi)\naddq $16, %rdi\nfaddp %st, %st(1)\ncmpq %rax, %rdi\njne .L10\n", 3.0, 0.05);
  expect_chain(".L15:\nfldl (%rsi,%rax,8)\nfmull (%rdi,%rax,8)\naddq $1, %rax\nfaddp %st, %st(1)\ncmpq %rax, %rdx\n"
               "jne .L15\n",
               3.0, 0.05);
}

// What comes from memory delays the first operation only.
TEST(RegisterStack, AnOperandInMemoryIsNoPartOfTheChain) {
  expect_chain(".L1:\nfadds (%rdi)\naddq $4, %rdi\ncmpq %rdi, %rax\njne .L1\n", 3.0, 0.05);
  expect_chain(".L1:\nfmuls (%rdi)\naddq $4, %rdi\ncmpq %rdi, %rax\njne .L1\n", 4.0, 0.05);
  expect_chain(".L1:\nfdivs (%rdi)\naddq $4, %rdi\ncmpq %rdi, %rax\njne .L1\n", 13.97, 0.05);
  expect_chain(".L1:\nfdivrs (%rdi)\naddq $4, %rdi\ncmpq %rdi, %rax\njne .L1\n", 13.97, 0.05);
}

// With LLVM's figures, which are Agner Fog's of this core: fadd 3, from memory too.
TEST(RegisterStack, AnOperandInMemoryIsNoPartOfTheChainWithTheCompilersFiguresEither) {
  const std::string sum = ".L1:\nfadds (%rdi)\naddq $4, %rdi\ncmpq %rdi, %rax\njne .L1\n";
  EXPECT_EQ(report_of_x87_loop(sum, "haswell").bound(BoundKind::loop_carried), Cycles(3));
}

TEST(RegisterStack, HornersSchemeWaitsForProductAndSum) {
  expect_chain(
      ".L25:\nfmul %st(1), %st\naddq $16, %rdi\nfldt -16(%rdi)\nfaddp %st, %st(1)\ncmpq %rax, %rdi\njne .L25\n", 6.6,
      0.1);
}

// mean += (data[i * stride] - mean) / (i + 1), as in the GNU Scientific Library
TEST(RegisterStack, AMeanWaitsForDifferenceQuotientAndSum) {
  expect_chain(".L4:\naddq $1, %rax\nfld %st(0)\nfsubrl (%rdi)\nmovq %rax, -16(%rsp)\nfildq -16(%rsp)\n"
               "fdivrp %st, %st(1)\naddq %rsi, %rdi\nfaddp %st, %st(1)\ncmpq %rdx, %rax\njne .L4\n",
               21.4, 0.15);
}

// Fibonacci's numbers: two values change places in each iteration, by fxch and by a store to a register.
TEST(RegisterStack, AnExchangeIsNoOperation) {
  const std::string fibonacci = "jmp .L37\n.L40:\nfstp %st(2)\nfxch %st(1)\n.L37:\nfld %st(1)\naddq $1, %rax\n"
                                "faddp %st, %st(1)\nfld %st(1)\ncmpq %rax, %rdi\njne .L40\n";
  const KernelReport kernel = report_of_x87_loop(fibonacci);
  EXPECT_TRUE(kernel.complete);
  EXPECT_EQ(kernel.bound_by, BoundKind::loop_carried);
  EXPECT_EQ(kernel.bound(BoundKind::loop_carried), Cycles(4)) << "an addition waits for the last one, and for a load";
  // Measured: 4.27. The simulation lets uops wait a little longer than the core does.
  EXPECT_GE(kernel.cycles_per_iteration.to_double(), 4.27);
  EXPECT_LE(kernel.cycles_per_iteration.to_double(), 1.2 * 4.27);
}

// A value that only changes its name is found under the other name an iteration later: the chain through the addition
// spans two iterations.
TEST(RegisterStack, AnExchangeIsSeenInTheNextIteration) {
  const KernelReport one = report_of_x87_loop(".L1:\nfadd %st(2), %st\ndecq %rax\njne .L1\n");
  const KernelReport two = report_of_x87_loop(".L1:\nfadd %st(2), %st\nfxch %st(1)\ndecq %rax\njne .L1\n");
  EXPECT_EQ(one.bound(BoundKind::loop_carried), two.bound(BoundKind::loop_carried) * Cycles(2));
  const KernelReport three =
      report_of_x87_loop(".L1:\nfadd %st(3), %st\nfxch %st(1)\nfxch %st(2)\ndecq %rax\njne .L1\n");
  EXPECT_EQ(one.bound(BoundKind::loop_carried), three.bound(BoundKind::loop_carried) * Cycles(3));
}

TEST(RegisterStack, PlacesThatAreOverwrittenBreakTheChain) {
  const KernelReport copies =
      report_of_x87_loop(".L1:\nfldl (%rdi)\nfmull (%rsi)\nfstpl (%rdx)\naddq $8, %rdx\ndecq %rax\njne .L1\n");
  EXPECT_TRUE(copies.complete);
  EXPECT_LE(copies.bound(BoundKind::loop_carried), Cycles(1)) << "only the counters";
}

TEST(RegisterStack, IsNotFollowedWhereAnIterationLeavesMoreOrLessOnIt) {
  for (const std::string body :
       {"fldl (%rdi)\nfadd %st, %st(1)", "faddp %st, %st(1)", "fldl (%rdi)\nfninit", "call sinl\nfaddp %st, %st(1)"}) {
    const KernelReport kernel = report_of_x87_loop(".L1:\n" + body + "\ndecq %rax\njne .L1\n");
    EXPECT_FALSE(kernel.complete) << body;
    EXPECT_FALSE(kernel.bound_is_known) << body;
    EXPECT_LE(kernel.bound(BoundKind::loop_carried), Cycles(2)) << "only the counters: " << body;
  }
}

std::string advice_on_stack(const std::string &text) {
  for (const Finding &finding : report_of_x87_loop(text).findings)
    if (finding.rule == "osaca-x87-stack")
      return advice_of(finding);
  return "";
}

// For x86-64, only GCC's -mfpmath=387 computes float and double on the stack. No option changes long double.
TEST(RegisterStack, NoOptionHelpsLongDouble) {
  const std::string extended =
      advice_on_stack(".L1:\nfldt (%rdi)\naddq $16, %rdi\nfaddp %st, %st(1)\ncmpq %rax, %rdi\njne .L1\n");
  EXPECT_EQ(extended, "use double instead of long double, if the precision suffices");
  const std::string unknown = advice_on_stack(".L1:\nfadds (%rdi)\naddq $4, %rdi\ncmpq %rdi, %rax\njne .L1\n");
  EXPECT_EQ(unknown, extended + "; if the source has no long double, compile with -mfpmath=sse");
}

} // namespace
} // namespace osaca
