// Instructions of cores of AArch64 against figures of others: measurements of insn_bench_aarch64 and WINIC, Fujitsu's
// manual, and Arm's guides as LLVM's scheduling models have them.
#include "kernel_file.h"

#include <gtest/gtest.h>

#include <ostream>
#include <sstream>

namespace osaca::test {
namespace {

struct ArmFigure {
  const char *name;
  const char *archs; ///< separated by blanks
  const char *body;  ///< instructions separated by ';', without a branch
  double cycles;
};

void PrintTo(const ArmFigure &figure, std::ostream *out) { *out << figure.name; }

class ArmFigures : public testing::TestWithParam<ArmFigure> {};

TEST_P(ArmFigures, agree) {
  const std::string body = GetParam().body;
  std::string text = ".L:\n";
  constexpr int copies = 4;
  for (int i = 0; i < copies; ++i)
    for (const char c : body + ";")
      text += c == ';' ? '\n' : c;
  text += "subs x20, x20, #1\nb.ne .L\n";
  std::istringstream archs(GetParam().archs);
  for (std::string arch; archs >> arch;) {
    const auto kernel = analyze_kernel(text, "loop.s", arch);
    ASSERT_TRUE(kernel) << arch;
    EXPECT_NEAR(kernel->cycles_per_iteration.to_double() / copies, GetParam().cycles, 0.05 * GetParam().cycles) << arch;
  }
}

constexpr auto name_of_arm_figure = [](const testing::TestParamInfo<ArmFigure> &instance) {
  return std::string(instance.param.name);
};

// A rotation is an extraction whose sources are one register. insn_bench_aarch64 has 1.0 for it; with two registers
// Arm's guides have 3.
INSTANTIATE_TEST_SUITE_P(
    Aliases, ArmFigures,
    testing::Values(ArmFigure{"rotation", "v2 v1 n1 a72 a78 x1 m1 m1-e", "ror x0, x0, #5", 1.0},
                    ArmFigure{"rotation_of_32_bits", "v2 v1 n1 a72 a78 x1 m1", "ror w0, w0, #5", 1.0},
                    ArmFigure{"extraction", "v2 v1 n1 a72 a78 x1", "extr x0, x1, x0, #7", 3.0},
                    ArmFigure{"extraction_from_the_lower_register", "m1", "extr x0, x1, x0, #7", 2.0},
                    ArmFigure{"other_shifts", "v2 v1 n1 a72 a78 x1",
                              "lsl x0, x0, #3; asr x0, x0, #3; ubfx x0, x0, #3, #7", 3.0},
                    ArmFigure{"insertion", "v2 v1 n1 a72 a78 x1", "bfi x0, x1, #3, #7", 2.0}),
    name_of_arm_figure);

// From accumulator to accumulator. insn_bench_aarch64 measured `fmla`, `mla`, `smlal` and `saba` of vectors, WINIC the
// forms of SVE. Arm's guides give one figure for the forms with and without an element.
INSTANTIATE_TEST_SUITE_P(
    Accumulators, ArmFigures,
    testing::Values(ArmFigure{"fmla", "v2 v1 n1 a78 x1", "fmla v0.4s, v1.4s, v2.4s", 2.0},
                    ArmFigure{"fmla_of_an_element", "v2 v1 n1 a78 x1", "fmla v0.4s, v1.4s, v2.s[1]", 2.0},
                    ArmFigure{"fmla_of_an_element_72", "a72", "fmla v0.4s, v1.4s, v2.s[1]", 3.0},
                    ArmFigure{"fmla_of_a_scalar", "v2 v1 n1 a78 x1", "fmla s0, s1, v2.s[1]", 2.0},
                    ArmFigure{"fmlal", "v2 v1", "fmlal v0.4s, v1.4h, v2.4h", 2.0},
                    ArmFigure{"dot_products", "v2 v1 x1", "sdot v0.4s, v1.16b, v2.16b", 1.0},
                    ArmFigure{"dot_products_of_64_bits", "v2 v1 x1 a78", "udot v0.2s, v1.8b, v2.8b", 1.0},
                    ArmFigure{"dot_products_of_two_signs", "v2 v1", "usdot v0.4s, v1.16b, v2.16b", 1.0},
                    ArmFigure{"dot_products_of_an_element", "v2 v1 x1", "sdot v0.4s, v1.16b, v2.4b[1]", 1.0},
                    ArmFigure{"mla_n1", "n1", "mla v0.4s, v1.4s, v2.4s; mla v0.4s, v1.4s, v2.s[1]", 4.0},
                    ArmFigure{"mla_v1", "v1 x1 a78", "mla v0.4s, v1.4s, v2.4s; mla v0.4s, v1.4s, v2.s[1]", 4.72},
                    ArmFigure{"smlal_n1", "n1 a72", "smlal v0.4s, v1.4h, v2.4h; smlal2 v0.4s, v1.8h, v2.8h", 2.0},
                    ArmFigure{"saba_n1", "n1", "saba v0.4s, v1.4s, v2.4s; sabal v0.4s, v1.4h, v2.4h", 2.0},
                    ArmFigure{"pairs", "n1 a72", "sadalp v0.4s, v1.8h", 1.0},
                    ArmFigure{"shifts", "n1 a72", "ssra v0.4s, v1.4s, #3", 1.0},
                    ArmFigure{"products_of_64_bits", "v2 v1 a78 x1", "madd x0, x1, x2, x0", 1.0},
                    ArmFigure{"checksums", "v2 v1 a78 x1", "crc32x w0, w0, x1", 1.0}),
    name_of_arm_figure);

// Roots of insn_bench_aarch64: 9 and 16 cycles, of which a unit is occupied for 7 with double precision. Divisions of
// integers have the longest time of Arm's guides.
INSTANTIATE_TEST_SUITE_P(Divisions, ArmFigures,
                         testing::Values(ArmFigure{"root", "v1 n1 x1 a78", "fsqrt d0, d0", 16.0},
                                         ArmFigure{"root_of_single_precision", "v1 n1 x1 a78", "fsqrt s0, s0", 9.0},
                                         ArmFigure{"root_of_a_vector", "v1 n1 x1 a78", "fsqrt v0.2d, v0.2d", 16.0},
                                         ArmFigure{"roots_of_two_units", "v1 x1", "fsqrt d0, d1; fsqrt d2, d1", 7.0},
                                         ArmFigure{"roots_of_one_unit", "n1 a78", "fsqrt d0, d1; fsqrt d2, d1", 14.0},
                                         ArmFigure{"roots_of_an_old_core", "a53", "fsqrt d0, d0", 22.1},
                                         ArmFigure{"of_64_bits", "v2 v1 n1 x1 a78", "udiv x0, x1, x2", 20.0},
                                         ArmFigure{"of_32_bits", "v2 v1 n1 x1 a78 a72", "udiv w0, w1, w2", 12.0}),
                         name_of_arm_figure);

// Fujitsu's manual marks operations that block others of their kind until they end.
INSTANTIATE_TEST_SUITE_P(Blocking, ArmFigures,
                         testing::Values(ArmFigure{"division", "a64fx", "fdiv d0, d1, d2", 43.0},
                                         ArmFigure{"division_of_single_precision", "a64fx", "fdiv s0, s1, s2", 29.0},
                                         ArmFigure{"division_of_half_precision", "a64fx", "fdiv h0, h1, h2", 38.0},
                                         ArmFigure{"root_of_a_vector_of_128_bits", "a64fx", "fsqrt v0.2d, v1.2d", 43.0},
                                         ArmFigure{"division_of_512_bits", "a64fx", "fdiv z0.d, p0/m, z0.d, z1.d",
                                                   154.0},
                                         ArmFigure{"root_of_512_bits", "a64fx", "fsqrt z0.s, p0/m, z1.s", 98.0},
                                         ArmFigure{"division_beside_additions", "a64fx",
                                                   "fdiv d0, d1, d2; fadd d3, d4, d5; fadd d6, d4, d5", 43.0},
                                         ArmFigure{"checksum", "a64fx", "crc32b w0, w1, w2", 10.0}),
                         name_of_arm_figure);

// What LLVM's models have for operations of the system is a default, 1 cycle or none.
TEST(OperationsOfTheSystem, HaveNoFiguresOfCompilers) {
  for (const char *arch : {"v2", "v1", "n1", "a72", "a64fx"})
    for (const char *body : {"dc zva, x0", "mrs x0, nzcv", "msr fpcr, x0", "isb", "dsb sy", "svc #0"}) {
      const auto kernel =
          analyze_kernel(std::string(".L:\n") + body + "\nsubs x20, x20, #1\nb.ne .L\n", "loop.s", arch);
      ASSERT_TRUE(kernel) << arch << ' ' << body;
      EXPECT_FALSE(kernel->complete) << arch << ' ' << body;
    }
  for (const char *arch : {"zen4", "zen5", "skl", "hsw", "icx"})
    for (const char *body : {"invlpg (%rdi)", "cpuid", "fbstp (%rdi)", "xgetbv", "wrmsr"}) {
      const auto kernel = analyze_kernel(std::string(".L:\n") + body + "\ndec %r15\njnz .L\n", "loop.s", arch);
      ASSERT_TRUE(kernel) << arch << ' ' << body;
      EXPECT_FALSE(kernel->complete) << arch << ' ' << body;
    }
}

} // namespace
} // namespace osaca::test
