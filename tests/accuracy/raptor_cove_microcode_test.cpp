// Microcode and operations of the system, measured on an Emerald Rapids (a Xeon of family 6, model 207) in user space:
// the median of five runs of straight code.
#include "kernel_file.h"

#include <gtest/gtest.h>

#include <ostream>

namespace osaca::test {
namespace {

struct MicrocodePiece {
  const char *name;
  const char *body; ///< instructions separated by ';'
  double cycles;
};

void PrintTo(const MicrocodePiece &piece, std::ostream *out) { *out << piece.name; }

class Microcode : public testing::TestWithParam<MicrocodePiece> {};

TEST_P(Microcode, comes_near_the_measurement) {
  constexpr int copies = 10;
  const auto cycles = cycles_of_copies(GetParam().body, copies, "emeraldrapids");
  ASSERT_TRUE(cycles);
  constexpr double tolerance = 0.1;
  EXPECT_NEAR(*cycles / copies, GetParam().cycles, tolerance * GetParam().cycles);
}

constexpr auto name_of_microcode = [](const testing::TestParamInfo<MicrocodePiece> &instance) {
  return std::string(instance.param.name);
};

// Loops of four such pieces.
INSTANTIATE_TEST_SUITE_P(
    WholeCycles, Microcode,
    testing::Values(MicrocodePiece{"products", "vpmullq %ymm1, %ymm2, %ymm3; vpmullq %ymm1, %ymm2, %ymm4", 3.0},
                    MicrocodePiece{"a_product_and_a_nop", "vpmullq %ymm1, %ymm2, %ymm3; nop", 2.0},
                    MicrocodePiece{"a_product_of_memory", "vpmullq (%rdi), %ymm2, %ymm3; nop", 2.0},
                    MicrocodePiece{"a_wide_product_and_a_nop", "vpmullq %zmm1, %zmm2, %zmm3; nop", 2.0},
                    MicrocodePiece{"a_product_and_seven_nops",
                                   "vpmullq %ymm1, %ymm2, %ymm3; nop; nop; nop; nop; nop; nop; nop", 3.0},
                    MicrocodePiece{"a_product_between_memory",
                                   "vmovdqu (%rsi), %ymm2; vpmullq (%rdi), %ymm2, %ymm3; vmovdqu %ymm3, (%rdx)", 2.0},
                    MicrocodePiece{"a_dot_product", "vdpps $255, %ymm1, %ymm2, %ymm3; nop", 5.0},
                    MicrocodePiece{"conflicts", "vpconflictd %xmm1, %xmm3; nop", 9.0},
                    MicrocodePiece{"a_blend_shares_its_cycle",
                                   "vblendvps %ymm0, %ymm1, %ymm2, %ymm3; nop; nop; nop; nop", 1.2}),
    name_of_microcode);

INSTANTIATE_TEST_SUITE_P(
    OfTheSystem, Microcode,
    testing::Values(MicrocodePiece{"xgetbv", "xgetbv", 16.0},
                    MicrocodePiece{"checks_of_rounding", "ldmxcsr (%rdi)", 5.02},
                    MicrocodePiece{"flush", "clflush (%rdi)", 440},
                    MicrocodePiece{"decimal", "fldpi; fbstp (%rdi)", 260.0},
                    MicrocodePiece{"from_decimal", "fbld (%rdi); fstp %st(0)", 25.0},
                    MicrocodePiece{"masked_store", "maskmovdqu %xmm0, %xmm1", 6.0},
                    MicrocodePiece{"sine", "fld1; fsin; fstp %st(0)", 131.0},
                    MicrocodePiece{"remainder", "fldpi; fldln2; fprem; fstp %st(0); fstp %st(0)", 30.0},
                    MicrocodePiece{"state", "fxsave (%rdi)", 72.5}, MicrocodePiece{"clock", "rdtscp", 44.0}),
    name_of_microcode);

} // namespace
} // namespace osaca::test
