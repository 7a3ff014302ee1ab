// Loops that are limited by their taken branch, which Zen 4 follows once per cycle.
#include "osaca/analyze.h"
#include "render/words/words.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The loop begins at a block of code, so that its position does not matter.
KernelReport report_of_aligned(const std::string &body) {
  AnalyzeOptions options;
  options.archs = {"zen4"};
  const auto report = analyze(".p2align 6\n.Lloop:\n" + body + "\njne .Lloop\n", "test", options);
  EXPECT_TRUE(report);
  return report ? report->kernels.at(0) : KernelReport();
}

std::string advice_on_front_end(const KernelReport &report) {
  for (const Finding &finding : report.findings)
    if (finding.rule == "osaca-front-end-bound")
      return advice_of(finding);
  return "no finding";
}

std::string reason_of_front_end(const KernelReport &report) {
  for (const Bound &bound : report.bounds)
    if (bound.kind == BoundKind::front_end)
      return text_of(bound.facts);
  return "no bound";
}

const std::string running_totals = "addl (%rdi), %eax\nmovl %eax, (%rdi)\naddq $4, %rdi\ncmpq %rdi, %rsi";

TEST(TakenBranches, AreTheReasonIfTheyTakeLongerThanDispatch) {
  EXPECT_EQ(reason_of_front_end(report_of_aligned(running_totals)), "1 taken branch takes 1.0 cycles");
  EXPECT_EQ(reason_of_front_end(report_of_aligned("jmp .Lnext\n.Lnext:\naddq $4, %rdi\ncmpq %rdi, %rsi")),
            "2 taken branches take 1.0 cycles each");
  std::string constants;
  for (int i = 0; i < 12; ++i)
    constants += "movl $1, %eax\n";
  EXPECT_THAT(reason_of_front_end(report_of_aligned(constants + "cmpq %rdi, %rsi")),
              HasSubstr("macro-ops, 6.0 per cycle"));
}

// The addition that the next iteration waits for takes a cycle, too.
TEST(TakenBranches, AreNotUnrolledIfTheLoopWaitsAnyway) {
  const KernelReport totals = report_of_aligned(running_totals);
  ASSERT_EQ(totals.cycles_per_iteration, Cycles(1));
  EXPECT_THAT(advice_on_front_end(totals), AllOf(HasSubstr("unrolling would not help"), Not(HasSubstr("vectorise"))));
}

TEST(TakenBranches, OfASumMayBeVectorised) {
  EXPECT_THAT(advice_on_front_end(report_of_aligned("addl (%rdi), %eax\naddq $4, %rdi\ncmpq %rdi, %rsi")),
              AllOf(HasSubstr("unrolling would not help"), HasSubstr("vectorise")));
}

// The only chain is that of the address, which is advanced once for several iterations.
TEST(TakenBranches, AreUnrolledIfOnlyACounterIsAsSlow) {
  EXPECT_THAT(advice_on_front_end(report_of_aligned("movl $1, (%rdi)\naddq $4, %rdi\ncmpq %rdi, %rsi")),
              HasSubstr("unroll to spread"));
}

} // namespace
} // namespace osaca
