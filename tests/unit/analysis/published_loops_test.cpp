// Small loops whose cycles follow from published figures of other tools and manuals.
#include "loop_report.h"

#include <gtest/gtest.h>

#include <string>

namespace osaca {
namespace {

KernelReport marked_loop(const std::string &code, const std::string &arch) {
  return report_of_loop("# OSACA-BEGIN\n" + code + "\n# OSACA-END\n", arch);
}

double cycles_of_marked(const std::string &code, const std::string &arch) {
  return marked_loop(code, arch).cycles_per_iteration.to_double();
}

// uops.info: one per cycle on Intel's cores, at most two cycles on the first Zens. Tables with chained copies have 3.
TEST(PublishedLoops, MultiplicationsNeedNoDivider) {
  for (const char *arch : {"hsw", "bdw", "icx", "tgl", "rkl", "zen1", "zen2"})
    for (const char *code :
         {"movq %rsi, %rax\nmulq %rcx", "movl %esi, %eax\nmull %ecx", "movq %rsi, %rax\nimulq %rcx"}) {
      const KernelReport report = marked_loop(code, arch);
      EXPECT_TRUE(report.bound(BoundKind::divider).is_zero()) << arch << "\n" << code;
      EXPECT_LE(report.cycles_per_iteration.to_double(), 2.01) << arch << "\n" << code;
    }
}

// llvm-mca 22 of icelake-server, and measured on an Emerald Rapids.
TEST(PublishedLoops, WiderDivisionsTakeLonger) {
  for (const char *arch : {"icx", "tgl", "rkl", "adl-p", "mtl-p"})
    EXPECT_EQ(cycles_of_marked("vdivpd %ymm0, %ymm1, %ymm2", arch), 8) << arch;
  for (const char *arch : {"icx", "tgl", "rkl"})
    EXPECT_EQ(cycles_of_marked("vdivpd %zmm0, %zmm1, %zmm2", arch), 16) << arch;
}

// InstLatx64: 6 and 10 cycles. uops.info: 4 micro-ops, so the front end does not limit them.
TEST(PublishedLoops, DivisionsOfIntegersAreBoundByTheDivider) {
  for (const char *arch : {"icx", "tgl", "rkl"}) {
    const std::string zero = "xorl %edx, %edx\nmovl $100, %eax\n";
    EXPECT_EQ(cycles_of_marked(zero + "divl %ecx", arch), 6) << arch;
    EXPECT_EQ(cycles_of_marked(zero + "divq %rcx", arch), 10) << arch;
  }
}

// A table has only the throughput of a load of four registers, 2 and 5 cycles, and the number of its operations is a
// guess. Whatever it is, an addition cannot double the time.
TEST(PublishedLoops, AnAdditionDoesNotDoubleTheTimeOfAGuess) {
  const std::string load = "ld4 {v0.16b-v3.16b}, [x1], #64";
  const std::string additions =
      load + "\nadd v4.16b, v5.16b, v6.16b\nadd v7.16b, v5.16b, v6.16b\nadd v16.16b, v5.16b, v6.16b";
  EXPECT_EQ(cycles_of_marked(load, "m1"), 2);
  EXPECT_LE(cycles_of_marked(additions, "m1"), 3);
  EXPECT_EQ(cycles_of_marked(load, "n1"), 5);
  EXPECT_LE(cycles_of_marked(additions, "n1"), 7);
}

// InstLatx64's round trips on Golden Cove and Redwood Cove: 4.0 and 12.0 cycles.
TEST(PublishedLoops, RoundTripsBetweenRegisterFiles) {
  const auto chain = [](const std::string &code, const char *arch) {
    return marked_loop(code, arch).bound(BoundKind::loop_carried).to_double();
  };
  for (const char *arch : {"adl-p", "mtl-p"}) {
    EXPECT_EQ(chain("vmovq %xmm0, %rax\nvmovq %rax, %xmm0", arch), 4) << arch;
    EXPECT_NEAR(chain("vcvttsd2si %xmm0, %eax\nvcvtsi2sd %eax, %xmm1, %xmm0", arch), 12, 1) << arch;
  }
}

// llvm-mca 22 of neoverse-v2: 4.03.
TEST(PublishedLoops, ACarryTakesACycle) {
  const std::string sum = "adcs x0, x1, x2\nadcs x3, x4, x5\nadcs x6, x7, x8\nadcs x9, x10, x11";
  for (const char *arch : {"v2", "v1", "n1"})
    EXPECT_EQ(cycles_of_marked(sum, arch), 4) << arch;
}

// insn_bench_aarch64: two stores of 128 bits per cycle. A pair is two of them.
TEST(PublishedLoops, APairOfVectorsIsTwoStores) {
  const std::string pairs = "stp q0, q1, [x0]\nstp q0, q1, [x0, #32]\nstp q0, q1, [x0, #64]\nstp q0, q1, [x0, #96]";
  for (const char *arch : {"v1", "x1", "v2", "a78"})
    EXPECT_EQ(cycles_of_marked(pairs, arch), 4) << arch;
}

// Arm's guides: 7 to 20 cycles for each vector of double-precision quotients.
TEST(PublishedLoops, ADivisionWithoutATimeInLlvmOccupiesTheDivider) {
  for (const char *arch : {"neoverse-n2", "cortex-a710"}) {
    const double cycles = cycles_of_marked("fdiv z0.d, p0/m, z0.d, z1.d\nmovprfx z0, z2", arch);
    EXPECT_GE(cycles, 7) << arch;
    EXPECT_LE(cycles, 20) << arch;
  }
}

// A vector load takes 7 cycles from its address. That of several elements cannot take less.
TEST(PublishedLoops, AGatherTakesLongerThanALoad) {
  const std::string chain =
      "vpcmpeqd %ymm3, %ymm3, %ymm3\nvpgatherqq %ymm3, (%rax,%ymm0,8), %ymm1\nvmovdqa %ymm1, %ymm0";
  for (const char *arch : {"zen3", "zen4", "zen5", "icx"})
    EXPECT_GT(marked_loop(chain, arch).bound(BoundKind::loop_carried).to_double(), 7) << arch;
}

} // namespace
} // namespace osaca
