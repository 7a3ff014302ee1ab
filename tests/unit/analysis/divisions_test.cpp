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

} // namespace
} // namespace osaca
