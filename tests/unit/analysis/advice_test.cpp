// The advice fits the loop: what would not help is not said.
#include "osaca/analyze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

KernelReport report_of(const std::string &body) {
  AnalyzeOptions options;
  options.archs = {"zen4"};
  const auto report = analyze(".Lloop:\n" + body + "\njne .Lloop\n", "test", options);
  EXPECT_TRUE(report);
  return report ? report->kernels.at(0) : KernelReport();
}

std::string advice(const KernelReport &report, const std::string &rule) {
  for (const Finding &finding : report.findings)
    if (finding.rule == rule)
      return finding.fix;
  return "no " + rule;
}

TEST(Advice, AListIsNotHelpedByAccumulators) {
  EXPECT_THAT(advice(report_of("movq (%rdi), %rdi\ntestq %rdi, %rdi"), "osaca-lcd-bound"),
              AllOf(HasSubstr("array"), Not(HasSubstr("accumulators"))));
}

TEST(Advice, AnOperandInMemoryIsNoList) {
  EXPECT_THAT(advice(report_of("addsd (%rdi), %xmm0\naddq $8, %rdi\ncmpq %rdi, %rax"), "osaca-lcd-bound"),
              HasSubstr("accumulators"));
}

TEST(Advice, AListIsNotHelpedByVectors) {
  EXPECT_EQ(advice(report_of("mulsd 8(%rdi), %xmm1\nmovapd %xmm1, %xmm0\nmovq (%rdi), %rdi\nmovsd 8(%rdi), %xmm1\n"
                             "testq %rdi, %rdi"),
                   "osaca-scalar-code"),
            "no osaca-scalar-code");
}

TEST(Advice, ARecurrenceIsNoReduction) {
  const KernelReport smoothing = report_of("addsd (%rdi), %xmm0\nmulsd %xmm1, %xmm0\nmovsd %xmm0, (%rdi)\naddq $8, %rdi\ndecq %rsi");
  EXPECT_EQ(advice(smoothing, "osaca-scalar-code"), "no osaca-scalar-code");
  EXPECT_THAT(advice(smoothing, "osaca-lcd-bound"), AllOf(HasSubstr("recurrence"), Not(HasSubstr("accumulators"))));
}

TEST(Advice, IntegersNeedNoFastMath) {
  EXPECT_THAT(advice(report_of("imulq %rax, %rax\ndecq %rsi"), "osaca-lcd-bound"),
              AllOf(HasSubstr("accumulators"), Not(HasSubstr("fast-math"))));
  EXPECT_THAT(advice(report_of("addsd %xmm1, %xmm0\ndecq %rsi"), "osaca-lcd-bound"), HasSubstr("fast-math"));
}

TEST(Advice, LocalVariablesInMemoryMeanThatNothingWasOptimised) {
  EXPECT_THAT(advice(report_of("movsd -8(%rbp), %xmm0\naddsd %xmm1, %xmm0\nmovsd %xmm0, -8(%rbp)\ndecq %rsi"),
                     "osaca-memory-carried"),
              HasSubstr("-O1"));
  EXPECT_THAT(advice(report_of("movsd 8(%rdi), %xmm0\naddsd %xmm1, %xmm0\nmovsd %xmm0, 8(%rdi)\ndecq %rsi"),
                     "osaca-memory-carried"),
              HasSubstr("restrict"));
}

TEST(Advice, AVectorisedLoopIsNotToldToVectorise) {
  EXPECT_THAT(advice(report_of("vmulpd %ymm0, %ymm1, %ymm2\nvmulpd %ymm0, %ymm1, %ymm3\nvmulpd %ymm0, %ymm1, %ymm4\ndecq %rsi"),
                     "osaca-port-bound"),
              Not(HasSubstr("vectorise")));
}

TEST(Advice, NamesTheOptionThatReplacesACall) {
  const KernelReport sine = report_of("call sin@PLT\ndecq %rsi");
  EXPECT_THAT(advice(sine, "osaca-call"), HasSubstr("libmvec"));
  EXPECT_FALSE(sine.complete) << "the callee's cycles are not in it";
  EXPECT_THAT(advice(report_of("call sqrt\ndecq %rsi"), "osaca-call"), HasSubstr("-fno-math-errno"));
  EXPECT_THAT(advice(report_of("call mine\ndecq %rsi"), "osaca-call"), HasSubstr("inlinable"));
}

TEST(Advice, TheX87StackIsSaidToBeLeftOut) {
  const KernelReport sum = report_of("fldt (%rdi)\naddq $16, %rdi\nfaddp %st, %st(1)\ncmpq %rdi, %rax");
  EXPECT_FALSE(sum.complete);
  EXPECT_THAT(advice(sum, "osaca-x87-stack"), HasSubstr("double"));
}

} // namespace
} // namespace osaca
