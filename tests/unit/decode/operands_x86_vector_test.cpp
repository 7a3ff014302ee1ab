// Who reads and writes what: x86-64's vector and mask registers. Expected as in the operation sections of Intel's
// manual.
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::expect_effects;
using testing::instruction_of;
using testing::Row;

void expect_x86_vector(const std::vector<Row> &rows) { expect_effects(Isa::x86_64, rows); }

TEST(X86Vectors, SseArithmeticReadsItsDestination) {
  expect_x86_vector({
      {"addpd %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"mulsd (%rax), %xmm0", "rax xmm0", "xmm0", "load8"},
      {"addps (%rax), %xmm0", "rax xmm0", "xmm0", "load16"},
      {"shufps $1, %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"pshufd $1, %xmm1, %xmm0", "xmm1", "xmm0"},
      {"blendvpd %xmm0, %xmm2, %xmm1", "xmm0 xmm1 xmm2", "xmm1"},
      {"comisd %xmm1, %xmm0", "xmm0 xmm1", "cf eflags"},
      {"movmskpd %xmm0, %eax", "xmm0", "eax"},
      {"sqrtpd %xmm1, %xmm0", "xmm1", "xmm0"},
  });
}

TEST(X86Vectors, SseMovesOfPartsKeepTheRest) {
  expect_x86_vector({
      {"movapd %xmm1, %xmm0", "xmm1", "xmm0"},
      {"movsd (%rax), %xmm0", "rax", "xmm0", "load8"}, // clears the upper half
      {"movsd %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},     // keeps it
      {"movss %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"movsd %xmm0, (%rax)", "rax xmm0", "", "store8"},
      {"movhpd (%rax), %xmm0", "rax xmm0", "xmm0", "load8"},
      {"movlpd (%rax), %xmm0", "rax xmm0", "xmm0", "load8"},
      {"movhpd %xmm0, (%rax)", "rax xmm0", "", "store8"},
      {"movq %rax, %xmm0", "rax", "xmm0"},
      {"pinsrq $1, %rax, %xmm0", "rax xmm0", "xmm0"},
      {"movhlps %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"movddup (%rax), %xmm0", "rax", "xmm0", "load8"},
  });
}

/// SDM: "DEST[MAXVL-1:64] (Unmodified)" of the two-operand forms; GCC breaks the chain with pxor for this reason.
TEST(X86Vectors, SseScalarConversionsAndRootsKeepTheUpperPart) {
  expect_x86_vector({
      {"cvtsi2sdl %eax, %xmm0", "eax xmm0", "xmm0"},
      {"cvtsi2sdq (%rax), %xmm0", "rax xmm0", "xmm0", "load8"},
      {"cvtss2sd %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"cvtsd2ss %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"sqrtsd %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"sqrtss (%rax), %xmm0", "rax xmm0", "xmm0", "load4"},
      {"rsqrtss %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"rcpss %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"roundsd $9, %xmm1, %xmm0", "xmm0 xmm1", "xmm0"},
      {"cvttsd2si %xmm0, %rax", "xmm0", "rax"},
      {"cvtdq2pd %xmm1, %xmm0", "xmm1", "xmm0"},
  });
}

TEST(X86Vectors, AvxTakesItsDestinationApart) {
  expect_x86_vector({
      {"vaddpd %ymm2, %ymm1, %ymm0", "ymm1 ymm2", "ymm0"},
      {"vaddsd (%rax,%rcx,8), %xmm1, %xmm0", "rax rcx xmm1", "xmm0", "load8"},
      {"vmovsd %xmm2, %xmm1, %xmm0", "xmm1 xmm2", "xmm0"},
      {"vmovupd (%rax), %ymm0", "rax", "ymm0", "load32"},
      {"vmovupd %ymm0, (%rax)", "rax ymm0", "", "store32"},
      {"vbroadcastsd (%rax), %ymm0", "rax", "ymm0", "load8"},
      {"vsqrtsd %xmm2, %xmm1, %xmm0", "xmm1 xmm2", "xmm0"},
      {"vcvtsi2sdl %eax, %xmm1, %xmm0", "eax xmm1", "xmm0"},
      {"vinsertf128 $1, %xmm2, %ymm1, %ymm0", "ymm1 xmm2", "ymm0"},
      {"vextractf128 $1, %ymm0, (%rax)", "rax ymm0", "", "store16"},
      {"vextractf64x2 $1, %ymm0, (%rax)", "rax ymm0", "", "store16"},
      {"vextracti32x8 $1, %zmm0, (%rax)", "rax zmm0", "", "store32"},
      {"vextractf64x4 $1, %zmm0, (%rax)", "rax zmm0", "", "store32"},
      {"vblendvpd %ymm3, %ymm2, %ymm1, %ymm0", "ymm1 ymm2 ymm3", "ymm0"},
      {"vmaskmovpd (%rax), %ymm1, %ymm0", "rax ymm1", "ymm0", "load32"},
      {"vmaskmovpd %ymm0, %ymm1, (%rax)", "rax ymm0 ymm1", "", "store32"},
      {"vzeroupper", "", ""},
  });
}

TEST(X86Vectors, FusedMultiplyAddsReadAllThree) {
  for (const std::string order : {"132", "213", "231"}) {
    const std::string fma = "vfmadd" + order;
    const std::string negated = "vfnmsub" + order;
    expect_x86_vector({
        {(fma + "pd %ymm2, %ymm1, %ymm0").c_str(), "ymm0 ymm1 ymm2", "ymm0"},
        {(fma + "sd (%rax), %xmm1, %xmm0").c_str(), "rax xmm0 xmm1", "xmm0", "load8"},
        {(negated + "ps (%rax), %ymm1, %ymm0").c_str(), "rax ymm0 ymm1", "ymm0", "load32"},
        {(fma + "pd %zmm2, %zmm1, %zmm0{%k1}{z}").c_str(), "zmm0 zmm1 zmm2 k1", "zmm0"},
    });
  }
}

TEST(X86Vectors, MergingMasksReadTheDestinationZeroingOnesDoNot) {
  expect_x86_vector({
      {"vaddpd %zmm2, %zmm1, %zmm0{%k1}", "zmm0 zmm1 zmm2 k1", "zmm0"},
      {"vaddpd %zmm2, %zmm1, %zmm0{%k1}{z}", "zmm1 zmm2 k1", "zmm0"},
      {"vaddpd (%rax){1to8}, %zmm1, %zmm0", "rax zmm1", "zmm0", "load8"},
      {"vmovupd (%rax), %zmm0{%k1}", "rax zmm0 k1", "zmm0", "load64"},
      {"vmovupd (%rax), %zmm0{%k1}{z}", "rax k1", "zmm0", "load64"},
      {"vmovupd %zmm0, (%rax){%k1}", "rax zmm0 k1", "", "store64"},
      {"vmovapd %ymm1, %ymm0{%k2}", "ymm0 ymm1 k2", "ymm0"},
      {"vsqrtpd %zmm1, %zmm0{%k1}", "zmm0 zmm1 k1", "zmm0"},
      {"vpbroadcastq %rax, %zmm0{%k1}", "rax zmm0 k1", "zmm0"},
      {"vpcompressd %zmm1, %zmm0{%k1}{z}", "zmm1 k1", "zmm0"},
      {"vblendmpd %zmm2, %zmm1, %zmm0{%k1}", "zmm1 zmm2 k1", "zmm0"},
  });
}

TEST(X86Vectors, TernaryLogicAndTwoSourcePermutationsReadTheDestination) {
  expect_x86_vector({
      {"vpternlogd $0x96, %zmm2, %zmm1, %zmm0", "zmm0 zmm1 zmm2", "zmm0"},
      {"vpermt2pd %zmm2, %zmm1, %zmm0", "zmm0 zmm1 zmm2", "zmm0"},
      {"vpermi2pd %zmm2, %zmm1, %zmm0", "zmm0 zmm1 zmm2", "zmm0"},
      {"vpdpbusd %ymm2, %ymm1, %ymm0", "ymm0 ymm1 ymm2", "ymm0"},
      {"vpermpd $1, %ymm1, %ymm0", "ymm1", "ymm0"},
  });
}

TEST(X86Vectors, MaskRegisters) {
  expect_x86_vector({
      {"vcmppd $1, %zmm1, %zmm0, %k1", "zmm0 zmm1", "k1"},
      {"vcmppd $1, %zmm1, %zmm0, %k1{%k2}", "zmm0 zmm1 k2", "k1"},
      {"kmovw %eax, %k1", "eax", "k1"},
      {"kandw %k2, %k1, %k0", "k1 k2", "k0"},
      {"kortestw %k1, %k0", "k0 k1", "cf eflags"},
      {"vptestmd %zmm1, %zmm0, %k1", "zmm0 zmm1", "k1"},
  });
}

TEST(X86Vectors, GathersUseUpTheirMask) {
  expect_x86_vector({
      {"vgatherdpd %ymm2, (%rax,%xmm1,8), %ymm0", "rax xmm1 ymm0 ymm2", "ymm0 ymm2", "load8"},
      {"vgatherdpd (%rax,%ymm1,8), %zmm0{%k1}", "rax ymm1 zmm0 k1", "zmm0 k1", "load8"},
      {"vscatterdpd %zmm0, (%rax,%ymm1,8){%k1}", "rax ymm1 zmm0 k1", "k1", "store8"},
  });
  const auto gather = instruction_of(Isa::x86_64, "vgatherdpd %ymm2, (%rax,%xmm1,8), %ymm0");
  for (const Operand &operand : gather.operands) {
    const MemoryOperand *memory = as_memory(operand);
    EXPECT_TRUE(memory == nullptr || memory->is_gather_scatter);
  }
}

} // namespace
} // namespace osaca
