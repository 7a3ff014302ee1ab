// Floating-point operations against the definitions in the architecture manuals (Intel SDM volume 2, Arm ARM chapters
// C7 and C8, the RISC-V unprivileged manual), and peaks against what vendors and papers publish for these cores.
#include "analysis/roofline/float_operations.h"
#include "analysis/roofline/roofline.h"
#include "decode/decoder.h"
#include "loop_report.h"
#include "model/library/library.h"
#include "report/roofline_figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace osaca {
namespace {

constexpr FloatFormat half = FloatFormat::half;
constexpr FloatFormat single_ = FloatFormat::single_precision;
constexpr FloatFormat double_ = FloatFormat::double_precision;
constexpr FloatFormat extended = FloatFormat::extended;

struct ManualRow {
  const char *text; ///< the last instruction counts
  FloatFormat format;
  std::int64_t operations;
};

FloatOperations last_operations(const std::string &text, Isa isa, int vector_bits = 0) {
  const std::string comment = isa == Isa::aarch64 ? "//" : "#";
  DecodeOptions options;
  options.isa = isa;
  const auto input =
      decode_assembly(comment + " LLVM-MCA-BEGIN\n" + text + "\n" + comment + " LLVM-MCA-END\n", "manual.s", options);
  EXPECT_TRUE(input) << text;
  if (!input || input->kernels.empty() || input->kernels[0].instructions.empty())
    return {};
  const Instruction &last = input->kernels[0].instructions.back();
  EXPECT_FALSE(last.opcode.empty()) << text << " cannot be decoded";
  return float_operations(isa, last, vector_bits);
}

template <std::size_t count> void check_rows(const ManualRow (&rows)[count], Isa isa, int vector_bits = 0) {
  for (const ManualRow &row : rows) {
    const FloatOperations found = last_operations(row.text, isa, vector_bits);
    EXPECT_EQ(found.count, row.operations) << row.text;
    EXPECT_TRUE(found.is_known) << row.text;
    if (row.operations > 0) {
      EXPECT_EQ(name_of(found.format), name_of(row.format)) << row.text;
    }
  }
}

TEST(FloatOperations, OfX86AreThoseOfIntelsManual) {
  constexpr ManualRow rows[] = {{"addsd %xmm1, %xmm2", double_, 1},
                                {"mulss (%rax), %xmm2", single_, 1},
                                {"addpd %xmm1, %xmm2", double_, 2},
                                {"divps %xmm1, %xmm2", single_, 4},
                                {"sqrtsd %xmm1, %xmm2", double_, 1},
                                {"vaddpd (%rax), %ymm1, %ymm2", double_, 4},
                                {"vmulps %ymm1, %ymm2, %ymm3", single_, 8},
                                {"vsubpd %zmm1, %zmm2, %zmm3", double_, 8},
                                {"vminps %zmm1, %zmm2, %zmm3", single_, 16},
                                {"vfmadd231pd %ymm1, %ymm2, %ymm3", double_, 8},
                                {"vfnmsub132ps (%rax), %zmm2, %zmm3", single_, 32},
                                {"vfmadd213sd %xmm1, %xmm2, %xmm3", double_, 2},
                                {"vfmaddsub231pd %xmm1, %xmm2, %xmm3", double_, 4},
                                {"vfmaddpd %ymm1, %ymm2, %ymm3, %ymm4", double_, 8},
                                {"haddps %xmm1, %xmm2", single_, 4},
                                {"vaddsubpd %ymm1, %ymm2, %ymm3", double_, 4},
                                {"dpps $255, %xmm1, %xmm2", single_, 7},
                                {"dppd $51, %xmm1, %xmm2", double_, 3},
                                {"vaddph %zmm1, %zmm2, %zmm3", half, 32},
                                {"vfmadd231sh %xmm1, %xmm2, %xmm3", half, 2},
                                {"vfmulcph %xmm1, %xmm2, %xmm3", half, 24},
                                {"vfmaddcsh %xmm1, %xmm2, %xmm3", half, 8},
                                {"vdpbf16ps %zmm1, %zmm2, %zmm3", half, 64},
                                {"vrsqrt14pd %ymm1, %ymm2", double_, 4},
                                {"rcpss %xmm1, %xmm2", single_, 1},
                                {"fadd %st(1), %st", extended, 1},
                                {"fmulp %st, %st(1)", extended, 1},
                                {"fdivs (%rax)", extended, 1},
                                {"fiaddl (%rax)", extended, 1},
                                {"fsqrt", extended, 1},
                                {"movapd %xmm1, %xmm2", double_, 0},
                                {"vpaddd %ymm1, %ymm2, %ymm3", double_, 0},
                                {"pmaxsd %xmm1, %xmm2", double_, 0},
                                {"paddsb %xmm1, %xmm2", double_, 0},
                                {"vxorps %xmm1, %xmm1, %xmm1", double_, 0},
                                {"vcmppd $1, %zmm1, %zmm2, %k1", double_, 0},
                                {"cvtsi2sd %rax, %xmm1", double_, 0},
                                {"ucomisd %xmm1, %xmm2", double_, 0},
                                {"roundpd $1, %xmm1, %xmm2", double_, 0},
                                {"fxch", extended, 0},
                                {"fchs", extended, 0},
                                {"addq %rax, %rbx", double_, 0}};
  check_rows(rows, Isa::x86_64);
}

TEST(FloatOperations, UnderAMaskOfX86AreCountedInFullAndMarked) {
  const FloatOperations masked = last_operations("vaddpd %zmm1, %zmm2, %zmm3{%k1}{z}", Isa::x86_64);
  EXPECT_EQ(masked.count, 8);
  EXPECT_TRUE(masked.is_masked);
  EXPECT_FALSE(last_operations("vaddpd %zmm1, %zmm2, %zmm3", Isa::x86_64).is_masked);
}

TEST(FloatOperations, OfFunctionsInMicrocodeAreNotKnown) {
  EXPECT_FALSE(last_operations("fsin", Isa::x86_64).is_known);
  EXPECT_FALSE(last_operations("fyl2x", Isa::x86_64).is_known);
}

TEST(FloatOperations, OfAArch64AreThoseOfArmsManual) {
  constexpr ManualRow rows[] = {{"fadd d0, d1, d2", double_, 1},
                                {"fmul s0, s1, s2", single_, 1},
                                {"fsqrt h0, h1", half, 1},
                                {"fmadd d0, d1, d2, d3", double_, 2},
                                {"fnmsub s0, s1, s2, s3", single_, 2},
                                {"fnmul d0, d1, d2", double_, 1},
                                {"fabd d0, d1, d2", double_, 1},
                                {"fadd v0.4s, v1.4s, v2.4s", single_, 4},
                                {"fdiv v0.2d, v1.2d, v2.2d", double_, 2},
                                {"fadd v0.2s, v1.2s, v2.2s", single_, 2},
                                {"fadd v0.8h, v1.8h, v2.8h", half, 8},
                                {"fmla v0.2d, v1.2d, v2.2d", double_, 4},
                                {"fmla v0.4s, v1.4s, v2.s[1]", single_, 8},
                                {"fmul v0.2d, v1.2d, v2.d[0]", double_, 2},
                                {"fmla d0, d1, v2.d[0]", double_, 2},
                                {"fmlal v0.4s, v1.4h, v2.4h", single_, 8},
                                {"fcmla v0.2d, v1.2d, v2.2d, #90", double_, 4},
                                {"fcadd v0.4s, v1.4s, v2.4s, #90", single_, 4},
                                {"faddp v0.4s, v1.4s, v2.4s", single_, 4},
                                {"faddp d0, v0.2d", double_, 1},
                                {"fmaxv s0, v1.4s", single_, 3},
                                {"frecps v0.2d, v1.2d, v2.2d", double_, 4},
                                {"bfdot v0.4s, v1.8h, v2.8h", half, 16},
                                {"bfmmla v0.4s, v1.8h, v2.8h", half, 32},
                                {"fmov d0, d1", double_, 0},
                                {"fneg v0.2d, v1.2d", double_, 0},
                                {"fcvtzs x0, d1", double_, 0},
                                {"fcmp d0, d1", double_, 0},
                                {"add v0.4s, v1.4s, v2.4s", double_, 0},
                                {"mla v0.4s, v1.4s, v2.4s", double_, 0},
                                {"ldr d0, [x0]", double_, 0},
                                {"madd x0, x1, x2, x3", double_, 0}};
  check_rows(rows, Isa::aarch64);
}

TEST(FloatOperations, OfSveDependOnTheLengthOfVectors) {
  constexpr ManualRow rows[] = {
      {"fadd z0.d, z1.d, z2.d", double_, 8},        {"fadd z0.d, p0/m, z0.d, z2.d", double_, 8},
      {"fmla z0.s, p0/m, z1.s, z2.s", single_, 32}, {"fmla z0.d, z1.d, z2.d[0]", double_, 16},
      {"fmad z0.h, p0/m, z1.h, z2.h", half, 64},    {"faddv d0, p0, z1.d", double_, 7},
      {"fadda d0, p0, d0, z1.d", double_, 8},       {"fcmla z0.d, p0/m, z1.d, z2.d, #90", double_, 16},
      {"bfdot z0.s, z1.h, z2.h", half, 64},         {"fmlalb z0.s, z1.h, z2.h", single_, 32},
      {"add z0.d, z1.d, z2.d", double_, 0}};
  check_rows(rows, Isa::aarch64, 512);
  EXPECT_TRUE(last_operations("fmla z0.s, p0/m, z1.s, z2.s", Isa::aarch64, 512).is_masked);
  EXPECT_FALSE(last_operations("fadd z0.d, z1.d, z2.d", Isa::aarch64, 0).is_known) << "without the length";
}

TEST(FloatOperations, OfRiscVAreThoseOfItsManual) {
  constexpr ManualRow rows[] = {{"fadd.d fa0, fa1, fa2", double_, 1},
                                {"fmul.s fa0, fa1, fa2", single_, 1},
                                {"fmadd.d fa0, fa1, fa2, fa3", double_, 2},
                                {"fnmsub.s fa0, fa1, fa2, fa3", single_, 2},
                                {"fsqrt.d fa0, fa1", double_, 1},
                                {"fsgnj.d fa0, fa1, fa1", double_, 0},
                                {"fcvt.d.w fa0, a0", double_, 0},
                                {"add a0, a1, a2", double_, 0},
                                {"vsetvli t0, a0, e64, m1, ta, ma\nvfadd.vv v8, v9, v10", double_, 4},
                                {"vsetvli t0, a0, e64, m2, ta, ma\nvfmacc.vv v8, v10, v12", double_, 16},
                                {"vsetvli t0, a0, e32, m4, ta, ma\nvfmul.vf v8, v12, fa0", single_, 32},
                                {"vsetvli t0, a0, e32, mf2, ta, ma\nvfadd.vv v8, v9, v10", single_, 4},
                                {"vsetvli t0, a0, e32, m1, ta, ma\nvfwmacc.vv v8, v10, v12", double_, 16},
                                {"vsetvli t0, a0, e64, m1, ta, ma\nvfredusum.vs v8, v9, v10", double_, 4},
                                {"vsetvli t0, a0, e64, m1, ta, ma\nvadd.vv v8, v9, v10", double_, 0}};
  check_rows(rows, Isa::riscv64, 256);
  EXPECT_FALSE(last_operations("vfadd.vv v8, v9, v10", Isa::riscv64, 256).is_known) << "without vsetvli";
}

// Lion Cove, Zen 3 and Gracemont have no AVX-512 (vendors' manuals), so a core of them does at most two multiply-adds
// of 256 bits in a cycle. Tables of similar cores contain figures for vectors of 512 bits.
TEST(Roofline, ThePeakIsThatOfVectorsThatTheCoreHas) {
  AnalyzeOptions options;
  for (const char *arch : {"arl-p", "zen3", "adl-e", "hsw"}) {
    options.archs = {arch};
    const auto report =
        analyze(".L1:\nvfmadd231pd (%rsi), %ymm1, %ymm0\naddq $32, %rsi\ncmpq %rsi, %rdi\njne .L1\n", "a.s", options);
    ASSERT_TRUE(report) << arch;
    const auto &roofline = report->kernels.at(0).roofline;
    ASSERT_TRUE(roofline && roofline->peak) << arch;
    EXPECT_LE(roofline->peak->per_cycle, Cycles(16)) << arch;
    EXPECT_EQ(roofline->peak->opcode.find('Z'), std::string::npos) << arch << ' ' << roofline->peak->opcode;
  }
}

// Tremont has no AVX: the cycles of its multiplication are not known.
TEST(Roofline, WithoutAllCostsThereIsNoShareOfThePeak) {
  AnalyzeOptions options;
  options.archs = {"tnt"};
  const auto report =
      analyze(".L1:\nvmulpd (%rsi), %ymm1, %ymm0\naddq $32, %rsi\ncmpq %rsi, %rdi\njne .L1\n", "a.s", options);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->kernels.at(0).complete);
  EXPECT_FALSE(share_of_peak(report->kernels.at(0)));
}

/// Operations per cycle of doubles that the vendor or a paper names for fused multiply-adds, or for additions where the
/// core has none.
TEST(Roofline, PeaksAreThePublishedOnes) {
  const struct {
    const char *arch;
    int doubles;
  } published[] = {{"hsw", 16},  {"skx", 32},  {"icx", 32}, {"emeraldrapids", 32}, {"zen2", 16}, {"zen3", 16},
                   {"zen4", 16}, {"zen5", 32}, {"snb", 4},  {"a64fx", 32},         {"n1", 8},    {"v1", 16}};
  for (const auto &[arch, doubles] : published) {
    const auto model = ModelLibrary::shipped().load(arch);
    ASSERT_TRUE(model) << arch;
    FormCosts costs(*model, -1);
    const auto peak = peak_of(costs, FloatFormat::double_precision);
    ASSERT_TRUE(peak) << arch;
    EXPECT_EQ(peak->per_cycle.text(), Cycles(doubles).text()) << arch << " " << peak->opcode;
    const auto singles = peak_of(costs, FloatFormat::single_precision);
    ASSERT_TRUE(singles) << arch;
    EXPECT_EQ(singles->per_cycle.text(), Cycles(2 * doubles).text()) << arch << " " << singles->opcode;
  }
}

/// Schoenauer triad: one multiplication and one addition per element, four streams of eight bytes.
TEST(Roofline, OfATriadHasTheIntensityOfTheLiterature) {
  const std::string triad = ".L4:\nvmovupd (%rsi,%rax), %ymm0\nvmovupd (%rdx,%rax), %ymm1\n"
                            "vfmadd213pd (%rcx,%rax), %ymm1, %ymm0\nvmovupd %ymm0, (%rdi,%rax)\n"
                            "addq $32, %rax\ncmpq %rax, %rbx\njne .L4\n";
  const KernelReport report = report_of_loop(triad, "skx");
  ASSERT_TRUE(report.roofline);
  EXPECT_EQ(report.roofline->operations(), Cycles(8));
  EXPECT_EQ(report.roofline->bytes_loaded, Cycles(96));
  EXPECT_EQ(report.roofline->bytes_stored, Cycles(32));
  EXPECT_DOUBLE_EQ(report.roofline->intensity().value_or(0), 2.0 / 32);
  const auto rate = operations_per_cycle(report);
  ASSERT_TRUE(rate);
  EXPECT_DOUBLE_EQ(*rate * report.cycles_per_iteration.to_double(), 8);
  // With write-allocate, five lines move for each line of results: 2 operations per 40 bytes.
  const std::vector<LevelRoof> roofs = level_roofs(report);
  const auto memory = std::ranges::find(roofs, "MEM", &LevelRoof::level);
  ASSERT_NE(memory, roofs.end());
  EXPECT_NEAR(memory->operations_per_byte, 2.0 / 40, 1e-9);
}

/// The vectors of this core have 256 bits, and a unit-stride access has all elements of the group.
TEST(Roofline, CountsTheBytesOfGroupsOfVectors) {
  const KernelReport report =
      report_of_loop(".L3:\nvsetvli t0, a2, e64, m2, ta, ma\nvle64.v v8, (a0)\nvfmacc.vf v8, fa0, v10\n"
                     "vse64.v v8, (a1)\nsub a2, a2, t0\nbnez a2, .L3\n",
                     "x60");
  ASSERT_TRUE(report.roofline);
  EXPECT_EQ(report.roofline->operations(), Cycles(16)); // eight elements
  EXPECT_EQ(report.roofline->bytes_loaded, Cycles(64));
  EXPECT_EQ(report.roofline->bytes_stored, Cycles(64));
  EXPECT_EQ(report.roofline->unsized_accesses, 0);
}

TEST(Roofline, ShowsFiguresPerSecondAtTheGivenClock) {
  AnalyzeOptions options;
  options.archs = {"zen4"};
  options.clock_ghz = 2.5;
  const auto report =
      analyze(".L4:\nvaddsd (%rax), %xmm0, %xmm0\naddq $8, %rax\ncmpq %rax, %rcx\njne .L4\n", "sum.s", options);
  ASSERT_TRUE(report);
  const KernelReport &sum = report->kernels.at(0);
  // An addition that waits for the one before: three cycles on this core.
  EXPECT_DOUBLE_EQ(giga_operations_per_second(sum).value_or(0), 2.5 / 3);
  EXPECT_DOUBLE_EQ(share_of_peak(sum).value_or(0), 1.0 / 3 / 16);
}

TEST(Roofline, IsMissingWithoutFloatingPoint) {
  EXPECT_FALSE(report_of_loop(".L4:\naddq (%rax), %rbx\naddq $8, %rax\ncmpq %rax, %rcx\njne .L4\n", "zen4").roofline);
}

} // namespace
} // namespace osaca
