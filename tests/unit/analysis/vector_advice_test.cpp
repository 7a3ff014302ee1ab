// Vectors are advised if the core has them and they would help.
#include "advice_sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string options_for(ScalarArithmetic::WiderTarget target) {
  Finding finding;
  finding.rule = "osaca-scalar-code";
  ScalarArithmetic scalar{.mnemonics = {"fmul"}, .wider_target = target};
  scalar.options.compiler = CompilerOptions::Compiler::gcc;
  finding.facts = std::move(scalar);
  return advice_of(finding);
}

const std::string scalar_sum_of_riscv =
    "fld ft0, 0(a0)\nfld ft1, 0(a1)\nfmadd.d fa0, ft0, ft1, fa0\nfadd.d fa1, ft0, ft1\naddi a0, a0, 8\n"
    "addi a1, a1, 8\nbne a0, a2, .Lloop\n";

// The U74 has no vector unit, the X280 has one (SiFive's manuals).
TEST(VectorAdvice, VectorsAreForCoresThatHaveThem) {
  const KernelReport without = report_of_text(scalar_sum_of_riscv, "u74");
  EXPECT_EQ(advice(without, "osaca-scalar-code"), "no osaca-scalar-code");
  for (const Finding &finding : without.findings)
    EXPECT_THAT(advice_of(finding), Not(HasSubstr("vectorise"))) << finding.rule;
}

// The Neoverse N1 has no vectors but those that compilers use anyway, the V1 has SVE. Cross compilers refuse "native".
TEST(VectorAdvice, WiderVectorsAreForCoresThatHaveThem) {
  const std::string scaling = "ldr d0, [x0]\nfmul d0, d0, d1\nstr d0, [x0], #8\ncmp x0, x1\nb.ne .Lloop\n";
  for (const char *arch : {"n1", "v1"})
    EXPECT_THAT(advice(report_of_text(scaling, arch), "osaca-scalar-code"), Not(HasSubstr("native"))) << arch;
  EXPECT_THAT(options_for(ScalarArithmetic::WiderTarget::none), Not(HasSubstr("-march")));
  EXPECT_THAT(options_for(ScalarArithmetic::WiderTarget::architecture), HasSubstr("-march="));
}

// As GCC 12 compiles c[i] = a[i] * b[i] of complex numbers for the Neoverse N1: without the test it vectorises.
TEST(VectorAdvice, ProductsOfComplexNumbersAreTested) {
  const KernelReport report = report_of_text(
      "ldr s1, [x1, x20]\nldr s2, [x2, x19]\nldr s3, [x2, x20]\nldr s0, [x1, x19]\nfmul s4, s2, s1\nfmul s5, s3, s1\n"
      "fmadd s4, s3, s0, s4\nfnmsub s5, s2, s0, s5\nfcmp s4, s5\nb.vs .L11\nstr s5, [x0, x19]\nadd x19, x19, #8\n"
      "str s4, [x0, x20]\nadd x20, x20, #8\ncmp x3, x19\nb.ne .Lloop\nret\n.L11:\nbl __mulsc3\nret\n",
      "n1");
  const auto found =
      std::ranges::find(report.findings, "osaca-scalar-code", [](const Finding &one) { return one.rule; });
  ASSERT_NE(found, report.findings.end());
  const auto &scalar = std::get<ScalarArithmetic>(*static_cast<const Finding &>(*found).facts);
  EXPECT_TRUE(scalar.has_nan_checks);
}

TEST(VectorAdvice, ALoopWithScalableVectorsIsVectorised) {
  const KernelReport report =
      report_of_text("vsetvli a3, a2, e32, m2, ta, ma\nvle32.v v10, (a0)\nvle32.v v12, (a1)\nvmax.vv v8, v10, v12\n"
                     "vse32.v v8, (a0)\nsub a2, a2, a3\nsh2add a0, a3, a0\nsh2add a1, a3, a1\nbnez a2, .Lloop\n",
                     "x60");
  EXPECT_EQ(report.vector_bits, 256); // of the X60's vector registers
  for (const Finding &finding : report.findings)
    EXPECT_THAT(advice_of(finding), Not(HasSubstr("vectorise"))) << finding.rule;
}

TEST(VectorAdvice, AListIsNotHelpedByVectors) {
  EXPECT_EQ(advice(report_of("mulsd 8(%rdi), %xmm1\nmovapd %xmm1, %xmm0\nmovq (%rdi), %rdi\nmovsd 8(%rdi), %xmm1\n"
                             "testq %rdi, %rdi"),
                   "osaca-scalar-code"),
            "no osaca-scalar-code");
}

TEST(VectorAdvice, DoesNotSuggestVectorisingAVectorisedLoop) {
  EXPECT_THAT(
      advice(report_of("vmulpd %ymm0, %ymm1, %ymm2\nvmulpd %ymm0, %ymm1, %ymm3\nvmulpd %ymm0, %ymm1, %ymm4\ndecq %rsi"),
             "osaca-port-bound"),
      Not(HasSubstr("vectorise")));
}

TEST(VectorAdvice, WiderVectorsAreNotAdvisedToACoreThatHalvesThem) {
  const std::string body =
      "vmulpd %ymm0, %ymm1, %ymm2\nvmulpd %ymm0, %ymm1, %ymm3\nvmulpd %ymm0, %ymm1, %ymm4\ndecq %rsi";
  EXPECT_THAT(advice(report_of(body), "osaca-port-bound"), Not(HasSubstr("wider")));
  EXPECT_THAT(advice(report_of(body, "skx"), "osaca-port-bound"), HasSubstr("-mprefer-vector-width=512"));
  EXPECT_THAT(advice(report_of(body, "skl"), "osaca-port-bound"), Not(HasSubstr("wider"))) << "it has none";
}

TEST(VectorAdvice, DoesNotSuggestVectorisingVectorisedIntegers) {
  EXPECT_THAT(advice(report_of("vpmulld %ymm0, %ymm1, %ymm2\nvpmulld %ymm0, %ymm1, %ymm3\nvpmulld %ymm0, %ymm1, %ymm4\n"
                               "vpmulld %ymm0, %ymm1, %ymm5\ndecq %rsi"),
                     "osaca-port-bound"),
              Not(HasSubstr("vectorise")));
}

TEST(VectorAdvice, DoesNotSuggestVectorsForDataDependentStores) {
  // A histogram: where it counts comes out of memory.
  const KernelReport histogram = report_of("movzbl (%rdi), %eax\nincq %rdi\naddl $1, (%rdx,%rax,4)\ncmpq %rdi, %rsi");
  for (const Finding &finding : histogram.findings)
    EXPECT_THAT(advice_of(finding), Not(HasSubstr("vectorise"))) << finding.rule;
}

std::string advice_of_all(const KernelReport &report) {
  std::string all;
  for (const Finding &finding : report.findings)
    all += finding.rule + ": " + advice_of(finding) + "\n";
  return all;
}

// for (i = 0; i < n; ++i) if (a[i] > x) return i: GCC 12 and Clang 19 vectorise only a loop over blocks.
TEST(VectorAdvice, ALoopThatEndsAtAnElementIsDoneInBlocks) {
  const std::string search = advice_of_all(
      report_of("movss (%rdi,%rax,4), %xmm1\ncomiss %xmm0, %xmm1\nja .Lfound\nincq %rax\ncmpq %rax, %rsi"));
  EXPECT_THAT(search, HasSubstr("osaca-port-bound: use fewer or wider operations of this kind: examine the elements in "
                                "blocks"));
  EXPECT_THAT(search, Not(HasSubstr("vectorise (")));
  const std::string scaled = "movss (%rdi,%rax,4), %xmm1\nmulss %xmm2, %xmm1\ncomiss %xmm0, %xmm1\nja .Lfound\n"
                             "incq %rax\ncmpq %rax, %rsi";
  EXPECT_THAT(advice(report_of(scaled), "osaca-scalar-code"), HasSubstr("in blocks"));
  EXPECT_THAT(advice_of_all(report_of_text("ldr s1, [x0, x1, lsl 2]\nfcmpe s1, s0\nbgt .Lfound\nadd x1, x1, 1\n"
                                           "cmp x1, x2\nbne .Lloop\n",
                                           "n1")),
              Not(HasSubstr("vectorise (")));
}

// while (s[n]) ++n: what follows the end of the string must not be loaded.
TEST(VectorAdvice, ALoopThatOnlyItsDataEndIsNotVectorised) {
  for (const char *body :
       {"cmpb $0, (%rdi,%rax)\nleaq 1(%rax), %rax", "movzbl (%rdi), %eax\nincq %rdi\nmovl %eax, %ecx\n"
                                                    "andl $3, %ecx\naddl %ecx, %edx\ntestb %al, %al"})
    EXPECT_THAT(advice_of_all(report_of(body)), Not(HasSubstr("vectorise"))) << body;
}

// The number of elements may be in memory, or be counted by another register.
TEST(VectorAdvice, ALoopThatCountsIsVectorised) {
  const std::string scaling = "movss (%rdi,%rax,4), %xmm1\nmulss %xmm0, %xmm1\nmovss %xmm1, (%rdi,%rax,4)\n";
  for (const char *end : {"incq %rax\ncmpq %rax, %rsi", "incq %rax\ncmpq 8(%rsp), %rax",
                          "addq %rdx, %rax\ncmpq %rsi, %rax", "incq %rax\ndecq %rsi"})
    EXPECT_THAT(advice(report_of(scaling + end), "osaca-scalar-code"), HasSubstr("-O3")) << end;
}

TEST(VectorAdvice, ALoopWithCallsIsNotVectorised) {
  const KernelReport report =
      report_of_text("movl (%rdi), %eax\ncall f\naddq $4, %rdi\ncmpq %rdi, %rsi\njne .Lloop\nret\nf:\n"
                     "imull %eax, %eax\nimull %ecx, %eax\nmovl %eax, (%rdi)\nret\n",
                     "zen4");
  EXPECT_THAT(advice_of_all(report), Not(HasSubstr("vectorise (")));
}

TEST(VectorAdvice, X87IsNotVectorised) {
  const KernelReport report =
      report_of("fldt (%rdi)\naddq $16, %rdi\nfmul %st(1), %st\nfstpt -16(%rdi)\ncmpq %rdi, %rsi");
  EXPECT_NE(advice(report, "osaca-port-bound"), "no osaca-port-bound");
  EXPECT_THAT(advice_of_all(report), Not(HasSubstr("vectorise")));
}

} // namespace
} // namespace osaca
