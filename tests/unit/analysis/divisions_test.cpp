// Divisions count as such on every core, whether its figures describe a divider or a port that divides.
#include "advice_sample.h"

#include "model/library/library.h"
#include "report/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace osaca {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string loop_of(Isa isa, const std::string &body) {
  switch (isa) {
  case Isa::x86_64: return ".L1:\n" + body + "\nsubq $1, %rdi\njne .L1\n";
  case Isa::aarch64: return ".L1:\n" + body + "\nsubs x0, x0, #1\nb.ne .L1\n";
  case Isa::riscv64: return ".L1:\n" + body + "\naddi a0, a0, -1\nbnez a0, .L1\n";
  }
  return "";
}

/// Divisions whose operands do not depend on earlier ones.
std::vector<std::string> divisions_of(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return {"movaps %xmm1, %xmm0\ndivsd %xmm2, %xmm0", "movl %r8d, %eax\nxorl %edx, %edx\ndivl %ecx"};
  case Isa::aarch64: return {"fdiv d0, d1, d2", "udiv x3, x4, x5", "fsqrt d0, d1"};
  case Isa::riscv64: return {"fdiv.d ft0, ft1, ft2", "divu a3, a4, a5", "remw a3, a4, a5"};
  }
  return {};
}

TEST(Divisions, OccupyTheDividerOfEveryCore) {
  for (const ModelSummary &model : ModelLibrary::shipped().list())
    for (const std::string &division : divisions_of(model.isa))
      EXPECT_GT(report_of_loop(loop_of(model.isa, division), model.name).bound(BoundKind::divider), Cycles(0))
          << model.name << ": " << division;
}

TEST(Divisions, OtherOperationsDoNotOccupyIt) {
  for (const ModelSummary &model : ModelLibrary::shipped().list()) {
    const char *other = model.isa == Isa::x86_64    ? "mulsd %xmm2, %xmm0\nrsqrtss %xmm1, %xmm2"
                        : model.isa == Isa::aarch64 ? "fmul d0, d1, d2\nadd x3, x4, x5"
                                                    : "fmul.d ft0, ft1, ft2\nmul a3, a4, a5";
    EXPECT_EQ(report_of_loop(loop_of(model.isa, other), model.name).bound(BoundKind::divider), Cycles(0)) << model.name;
  }
}

// Two dependent halves of a pair: the vendors describe the dividers of these cores as parts of a port.
TEST(Divisions, ThatAPortExecutesGetTheAdviceOnDivisions) {
  for (const char *arch : {"n1", "v1", "a72"}) {
    const KernelReport report = report_of_loop(loop_of(Isa::aarch64, "fdiv d0, d1, d2\nfdiv d3, d4, d5"), arch);
    EXPECT_EQ(report.bound_by, BoundKind::divider) << arch;
    EXPECT_THAT(advice(report, "osaca-divider-bound"), HasSubstr("reciprocal")) << arch;
    const KernelReport others =
        report_of_loop(loop_of(Isa::aarch64, "udiv x3, x4, x5\nmul x6, x7, x8\nmul x9, x7, x8"), arch);
    EXPECT_THAT(advice(others, others.bound_by == BoundKind::divider ? "osaca-divider-bound" : "osaca-port-bound"),
                HasSubstr("divide by a constant"))
        << arch;
  }
}

TEST(Divisions, OfVectorsOfFloatingPointNumbersAreNotThoseOfIntegers) {
  const std::string vsetvli = "vsetvli a5, a0, e64, m1, ta, ma\n";
  const KernelReport quotients = report_of_loop(loop_of(Isa::riscv64, vsetvli + "vfdiv.vv v1, v2, v3"), "x280");
  EXPECT_THAT(advice(quotients, "osaca-divider-bound"), AllOf(HasSubstr("reciprocal"), Not(HasSubstr("%"))));
  const KernelReport roots = report_of_loop(loop_of(Isa::riscv64, vsetvli + "vfsqrt.v v1, v2"), "x280");
  EXPECT_THAT(advice(roots, "osaca-divider-bound"), HasSubstr("squares"));
  const KernelReport integers = report_of_loop(loop_of(Isa::riscv64, vsetvli + "vdivu.vv v1, v2, v3"), "x280");
  EXPECT_THAT(advice(integers, "osaca-divider-bound"), HasSubstr("divide by a constant"));
}

TEST(Divisions, IntegersAreNotDividedByFastMath) {
  EXPECT_THAT(advice(report_of("movl (%rdi), %eax\nxorl %edx, %edx\ndivl %ecx\nmovl %edx, (%rdi)\naddq $4, %rdi\n"
                               "cmpq %rdi, %rsi"),
                     "osaca-divider-bound"),
              AllOf(HasSubstr("constant"), Not(HasSubstr("fast-math"))));
  EXPECT_THAT(advice(report_of("vdivsd %xmm1, %xmm2, %xmm3\ndecq %rsi"), "osaca-divider-bound"),
              HasSubstr("reciprocal"));
  EXPECT_THAT(advice(report_of("vsqrtsd %xmm1, %xmm2, %xmm3\ndecq %rsi"), "osaca-divider-bound"), HasSubstr("squares"));
}

// A reciprocal helps only if the loop divides by the same number again and again. A compiler that cannot exclude a
// store to that number loads it in each iteration. (Intel and Arm write the divisor at different ends.)
TEST(Divisions, AReciprocalIsForOneDivisor) {
  const auto of = [](const std::string &division) {
    return advice(report_of(division + "\naddq $8, %rdi\ncmpq %rdi, %rsi"), "osaca-divider-bound");
  };
  for (const char *other : {"vdivsd (%rdi), %xmm1, %xmm2", "vmovsd (%rdi), %xmm0\nvdivsd %xmm0, %xmm1, %xmm2",
                            "vaddsd (%rdi), %xmm3, %xmm0\nvdivsd %xmm0, %xmm1, %xmm2",
                            "movsd (%rdi), %xmm0\nmovapd %xmm4, %xmm1\ndivsd %xmm0, %xmm1"})
    EXPECT_THAT(of(other), HasSubstr("the divisors differ")) << other;
  for (const char *same :
       {"vmovsd (%rdi), %xmm0\nvdivsd %xmm1, %xmm0, %xmm2", "vmovsd (%rdi), %xmm0\nvdivsd (%rdx), %xmm0, %xmm2",
        "vmovsd (%rdx), %xmm1\nvmovsd (%rdi), %xmm0\nvdivsd %xmm1, %xmm0, %xmm2"})
    EXPECT_THAT(of(same), HasSubstr("precomputed reciprocal")) << same;
  const auto of_arm = [](const std::string &division) {
    return advice(report_of_text("ldr d0, [x0], #8\n" + division + "\ncmp x0, x1\nb.ne .Lloop\n", "n1"),
                  "osaca-divider-bound");
  };
  EXPECT_THAT(of_arm("fdiv d2, d1, d0"), HasSubstr("the divisors differ"));
  EXPECT_THAT(of_arm("fdiv d2, d0, d1"), HasSubstr("precomputed reciprocal"));
}

// The memory operand and the register say how wide the numbers are; edx and eax are always part of it.
TEST(Divisions, NarrowNumbersAreNotDividedNarrower) {
  const auto of = [](const std::string &division, const std::string &arch = "zen4") {
    return advice(report_of(division + "\naddq $4, %rdi\ncmpq %rdi, %rsi", arch), "osaca-divider-bound");
  };
  const std::string narrower = "narrower numbers";
  EXPECT_THAT(of("movq (%rdi), %rax\nxorl %edx, %edx\ndivq %rcx"), HasSubstr(narrower));
  for (const char *narrow : {"divl %ecx", "divl (%r8)", "idivl %ecx", "divb %cl"})
    EXPECT_THAT(of(std::string("movl (%rdi), %eax\nxorl %edx, %edx\n") + narrow),
                AllOf(HasSubstr("divide by a constant"), Not(HasSubstr(narrower))))
        << narrow;
  const auto of_arm = [](const std::string &division) {
    return advice(report_of_text(division + "\nadd x9, x9, #4\ncmp x9, x10\nb.ne .Lloop\n", "n1"),
                  "osaca-divider-bound");
  };
  EXPECT_THAT(of_arm("udiv x0, x1, x2"), HasSubstr(narrower));
  EXPECT_THAT(of_arm("udiv w0, w1, w2"), AllOf(HasSubstr("divide by a constant"), Not(HasSubstr(narrower))));
}

} // namespace
} // namespace osaca
