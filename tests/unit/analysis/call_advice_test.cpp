// The advice on loops that call functions.
#include "advice_sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(CallAdvice, NamesTheOptionThatReplacesACall) {
  const KernelReport sine = report_of("call sin@PLT\ndecq %rsi");
  EXPECT_THAT(advice(sine, "osaca-call"), HasSubstr("libmvec"));
  EXPECT_TRUE(sine.complete) << "a table has the function's cycles";
  EXPECT_THAT(advice(report_of("call sqrt\ndecq %rsi"), "osaca-call"), HasSubstr("-fno-math-errno"));
  const KernelReport mine = report_of("call mine\ndecq %rsi");
  EXPECT_THAT(advice(mine, "osaca-call"), HasSubstr("inlinable"));
  EXPECT_FALSE(mine.complete) << "the callee's cycles are not in it";
}

TEST(CallAdvice, MentionsOnlyTheCallInALoopWithCalls) {
  const KernelReport report =
      report_of("movsd (%rdi), %xmm0\ncall mine\nmovsd %xmm0, (%rdi)\naddq $8, %rdi\ndecq %rsi");
  EXPECT_EQ(advice(report, "osaca-front-end-bound"), "no osaca-front-end-bound");
  EXPECT_EQ(advice(report, "osaca-port-bound"), "no osaca-port-bound");
  EXPECT_THAT(advice(report, "osaca-call"), HasSubstr("inlinable"));
}

// As GCC compiles s += mine(i) for doubles: the sum waits in rbx.
TEST(CallAdvice, AnUnknownCallMayTakeLongerThanTheChain) {
  const KernelReport report =
      report_of("movl %r12d, %edi\ncall mine\nvmovq %rbx, %xmm4\nvaddsd %xmm4, %xmm0, %xmm0\nvmovq %xmm0, %rbx\n"
                "incl %r12d\ncmpl %r12d, %ebp");
  EXPECT_EQ(report.bound_by, BoundKind::loop_carried);
  EXPECT_FALSE(report.bound_is_known);
  EXPECT_EQ(advice(report, "osaca-lcd-bound"), "no osaca-lcd-bound");
  EXPECT_EQ(advice(report, "osaca-scalar-code"), "no osaca-scalar-code") << "the call prevents vectors";
}

TEST(CallAdvice, SuggestsNothingBeyondVectorVariantsOfCalls) {
  EXPECT_EQ(advice(report_of("call _ZGVdN4v_sin\ndecq %rsi"), "osaca-call"), "");
}

// What a call overwrites is no accumulator too many.
TEST(CallAdvice, ValuesThatWaitForTheEndOfACallAreNoSpills) {
  const KernelReport saved = report_of("movsd %xmm1, 8(%rsp)\nmovsd (%rdi), %xmm0\ncall mine\nmovsd 8(%rsp), %xmm1\n"
                                       "mulsd %xmm0, %xmm1\nmovsd %xmm1, (%rdi)\naddq $8, %rdi\ndecq %rsi");
  EXPECT_EQ(advice(saved, "osaca-stack-spill"), "no osaca-stack-spill");
  for (const Finding &finding : saved.findings)
    if (finding.rule == "osaca-call") {
      EXPECT_THAT(message_of(finding), HasSubstr("2 instructions that save values"));
    }
  // The same with no call on the way is one.
  EXPECT_THAT(advice(report_of("call mine\nmovsd %xmm1, 8(%rsp)\nmovsd (%rdi), %xmm0\nmovsd 8(%rsp), %xmm1\n"
                               "mulsd %xmm0, %xmm1\nmovsd %xmm1, (%rdi)\naddq $8, %rdi\ndecq %rsi"),
                     "osaca-stack-spill"),
              HasSubstr("fewer"));
}

TEST(CallAdvice, DoesNotSuggestAccumulatorsForSumsOfCallResults) {
  EXPECT_THAT(advice(report_of("movsd (%rbx), %xmm0\naddq $8, %rbx\ncall mine\naddsd 8(%rsp), %xmm0\n"
                               "movsd %xmm0, 8(%rsp)\ncmpq %rbx, %rbp"),
                     "osaca-memory-carried"),
              AllOf(HasSubstr("call"), Not(HasSubstr("fewer accumulators"))));
}

// Names of libstdc++ and glibc, whose functions are in shared libraries. An instantiated template may be inlined.
TEST(CallAdvice, FunctionsOfSharedLibrariesAreNotInlinable) {
  for (const char *callee :
       {"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", "pthread_mutex_lock@PLT", "memchr", "strtol@PLT", "lround",
        "_ZNSs6appendEPKc", "_Znwm", "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm"}) {
    const KernelReport report = report_of("call " + std::string(callee) + "\ndecq %rsi");
    std::string text = advice(report, "osaca-call");
    for (const Finding &finding : report.findings)
      text += "\n" + message_of(finding);
    EXPECT_THAT(text, AllOf(Not(HasSubstr("inlinable")), Not(HasSubstr("-flto")))) << callee;
    EXPECT_NE(advice(report, "osaca-call"), "") << callee;
  }
  EXPECT_THAT(advice(report_of("call _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base\ndecq %rsi"), "osaca-call"),
              HasSubstr("sorted array"));
  EXPECT_THAT(advice(report_of("call pthread_mutex_unlock\ndecq %rsi"), "osaca-call"), HasSubstr("lock once"));
  EXPECT_THAT(advice(report_of("call lround\ndecq %rsi"), "osaca-call"), HasSubstr("-ffast-math"));
  EXPECT_THAT(advice(report_of("call *8(%rbx)\ndecq %rsi"), "osaca-call"),
              AllOf(HasSubstr("final"), Not(HasSubstr("libmvec"))));
  EXPECT_THAT(advice(report_of("call _ZNSt6vectorIiSaIiEE4growEv\ndecq %rsi"), "osaca-call"), HasSubstr("inlinable"));
}

TEST(CallAdvice, DoesNotSuggestInliningLibraryFunctions) {
  EXPECT_EQ(advice(report_of("call memset@PLT\ndecq %rsi"), "osaca-call"), "");
}

} // namespace
} // namespace osaca
