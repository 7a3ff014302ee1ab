// Reports of InstLatx64. The figures are invented; the opcodes are those of LLVM's assembler.
#include "opcodes.h"

namespace osaca::measure {
namespace {

std::string report_line(const std::string &extension, const std::string &name, const std::string &latency,
                        const std::string &throughput) {
  return "Inst  100 " + extension + "  :  {REX}  " + name + "    L: " + latency + " T:   0.10ns=   " + throughput +
         "c\n";
}

PublishedTable report_table(const std::string &text) {
  const auto table = read_instlatx64({text, "report.txt", "", ""});
  EXPECT_TRUE(table) << table.error().text();
  return table ? *table : PublishedTable{};
}

/// The assembly text of a single instruction of this name.
std::string report_text(const std::string &name, const std::string &extension = "X86") {
  const std::string line = "  1 " + extension + " :" + name + "  L:   1.00ns=   1.00c  T:   1.00ns=   1.000c\n";
  const PublishedTable table = report_table(line);
  return table.rows.size() == 1 ? table.rows.front().assembly : "?";
}

TEST(InstLatX64, ReadsFiguresProcessorAndLibrary) {
  const PublishedTable table =
      report_table("aida_bench64.dll build: 4.7.900.1 Jan  1 2025 10:00:00\n"
                   "CPU#000 Type: \"Invented Processor 1000       \"\n"
                   "   7 X86                 :ADD r32, imm8       L:   0.50ns=   2.00c  T:   0.10ns=   0.250c\n");
  EXPECT_EQ(table.isa, "x86-64");
  EXPECT_EQ(table.cpu, "Invented Processor 1000");
  EXPECT_NE(table.method.find("4.7.900.1"), std::string::npos);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].name, "ADD r32, imm8");
  EXPECT_DOUBLE_EQ(table.rows[0].latency_cycles.value_or(0), 2);
  EXPECT_DOUBLE_EQ(table.rows[0].throughput_cycles.value_or(0), 0.25);
  EXPECT_EQ(table.rows[0].line, 3);
}

TEST(InstLatX64, RemarkInsteadOfLatency) {
  const PublishedTable table = report_table(report_line("SSE2", "MOVQ r64, xmm", "[diff. reg. set]  ", "1.000"));
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_FALSE(table.rows[0].latency_cycles);
  EXPECT_EQ(table.rows[0].note, "diff. reg. set");
}

TEST(InstLatX64, CopyBetweenTwoRegistersIsNoChain) {
  const std::string figures = "  1.00ns=   0.50c";
  const PublishedTable table = report_table(report_line("X86", "MOV r1_64, r2_64", figures, "0.200") +
                                            report_line("X86", "MOV r1_8, r2_8", figures, "0.200"));
  EXPECT_FALSE(row_named(table, "MOV r1_64, r2_64").latency_cycles);
  EXPECT_TRUE(row_named(table, "MOV r1_8, r2_8").latency_cycles); // keeps the other bits of its result
}

// Chains of sums and products take whole cycles, so the nominal clock is 1% too fast here.
TEST(InstLatX64, DividesByClockFactor) {
  std::string text;
  for (const std::string name : {"ADDPS", "ADDPD", "MULPS", "MULPD", "ADDSD", "MULSD"})
    text += report_line("SSE2", name + " xmm, xmm", "  1.00ns=   4.04c", "0.505");
  const PublishedTable table = report_table(text + report_line("X86", "NEG r32", "  1.00ns=   1.01c", "0.101"));
  EXPECT_NEAR(row_named(table, "NEG r32").latency_cycles.value_or(0), 1, 1e-9);
  EXPECT_NEAR(row_named(table, "NEG r32").throughput_cycles.value_or(0), 0.1, 1e-9);
}

TEST(InstLatX64, LeavesOutLatencyWithBypassDelay) {
  const PublishedTable table =
      report_table(report_line("SSE2", "PSUBSB xmm1, xmm2", "  1.00ns=   1.00c", "0.500") +
                   report_line("AVX", "VPSUBSB xmm1, xmm1, xmm2", "  1.00ns=   2.00c", "0.500") +
                   report_line("AVX", "VPSUBB xmm1, xmm1, xmm2", "  1.00ns=   2.00c", "0.500"));
  EXPECT_FALSE(row_named(table, "VPSUBSB xmm1, xmm1, xmm2").latency_cycles);
  EXPECT_TRUE(row_named(table, "VPSUBB xmm1, xmm1, xmm2").latency_cycles); // nothing to compare it with
}

TEST(InstLatX64, InstructionsAreWhatTheAssemblerKnows) {
  struct Case {
    std::string name;
    std::string extension;
    std::string opcode;
  };
  const Case cases[] = {{"ADD r32, r32", "X86", "ADD32rr"},
                        {"ADC r64, imm32", "AMD64", "ADC64i32"},
                        {"ADD [m16], imm8", "X86", "ADD16mi8"},
                        {"MOV r64, imm64", "AMD64", "MOV64ri"},
                        {"MOVSX r1_64, r2_8", "AMD64", "MOVSX64rr8"},
                        {"MOVZX r32, r16", "X86", "MOVZX32rr16"},
                        {"MOVSXD r64, r32", "AMD64", "MOVSX64rr32"},
                        {"LEA r32, [r64 + r64 * 8 + disp8]", "AMD64", "LEA64_32r"},
                        {"SHLD r1_32, r2_32, cl", "X86", "SHLD32rrCL"},
                        {"SHL r16, 1", "X86", "SHL16r1"},
                        {"CMOVNZ r64, r64", "AMD64", "CMOV64rr"},
                        {"SETC r8", "X86", "SETCCr"},
                        {"IDIV r64 96/63b", "AMD64", "IDIV64r"},
                        {"MUL r8l al/eax upd", "X86", "MUL8r"},
                        {"IMUL r16, r16, imm16", "X86", "IMUL16rri"},
                        {"MULX r64, r64, r64<, rdx>", "BMI2_X64", "MULX64rr"},
                        {"RORX r64, r64, r64", "BMI2_X64", "RORX64ri"}, // the name has a register for the immediate
                        {"CRC32 r32, r8", "SSE42", "CRC32r32r8"},
                        {"CMPNBEXADD [m32], r32, r32", "CMPCCXADD", "CMPCCXADDmr32"},
                        {"XCHG r8, [m8]", "X86", "XCHG8rm"},
                        {"STOSD", "X86", "STOSL"},
                        {"CDQE", "AMD64", "CDQE"},
                        {"PUSH imm8", "X86", "PUSH64i8"},
                        {"ADDPD xmm, xmm", "SSE2", "ADDPDrr"},
                        {"MOVSD xmm, [m64]", "SSE2", "MOVSDrm"},
                        {"MOVD r64, xmm", "SSE2_X64", "MOVPQIto64rr"},
                        {"PEXTRB r64, xmm, im8", "SSE41_X64", "PEXTRBrri"},
                        {"BLENDVPS xmm, xmm, <xmm0>", "SSE41", "BLENDVPSrr0"},
                        {"CMPPS xmm, xmm, imm8", "SSE", "CMPPSrri"},
                        {"PADDB mm1, mm2", "MMX", "MMX_PADDBrr"},
                        {"CVTSI2SD xmm, r64", "SSE2", "CVTSI642SDrr_Int"},
                        {"VADDPS ymm, ymm, ymm", "AVX", "VADDPSYrr"},
                        {"VADDPS ymm, ymm, ymm", "AVX512VL", "VADDPSZ256rr"},
                        {"VADDPS zmm, zmm, zmm", "AVX512F", "VADDPSZrr"},
                        {"VPADDD zm{k}{z}, zm, zm", "AVX512F", "VPADDDZrrkz"},
                        {"VGF2P8AFFINEQB x{k},x,x,i8", "AVX512VL+GFNI", "VGF2P8AFFINEQBZ128rrik"},
                        {"VCOMPRESSPS ymm {k}, ymm", "AVX512VL", "VCOMPRESSPSZ256rrk"},
                        {"VPCMPB k1, zmm, zmm, imm8", "AVX512BW", "VPCMPBZrri"},
                        {"VPDPBUSD ymm, ymm, ymm", "AVX_VNNI", "VPDPBUSDYrr"},
                        {"VCVTPD2PS ymm, zmm", "AVX512F", "VCVTPD2PSZrr"},
                        {"VCVTDQ2PH xmm, zmm", "AVX512_FP16", "VCVTDQ2PHZrr"}, // the name has too short a register
                        {"VPSLLW ymm, ymm, ymm", "AVX2", "VPSLLWYrr"},
                        {"VPINSRD xmm, r32, imm8", "AVX", "VPINSRDrri"},
                        {"VBROADCASTSS ymm, m32", "AVX", "VBROADCASTSSYrm"},
                        {"VGATHERDPD ymm, [xm32], ymm", "AVX2", "VGATHERDPDYrm"},
                        {"KANDNW k1, k1, k2", "AVX512F", "KANDNWkk"},
                        {"KMOVB k, [mem8]", "AVX512DQ", "KMOVBkm"}};
  for (const Case &one : cases) {
    const std::string text = report_text(one.name, one.extension);
    EXPECT_EQ(opcode_in(text, Isa::x86_64), one.opcode) << one.name << ": " << text;
  }
}

TEST(InstLatX64, EqualOperandsAreOneRegister) {
  EXPECT_EQ(report_text("PADDD xmm, xmm"), "paddd %xmm0, %xmm0");
  EXPECT_EQ(report_text("PADDD xmm1, xmm2"), "paddd %xmm15, %xmm0");
  EXPECT_EQ(report_text("XOR r1_32, r2_32"), "xorl %ebp, %eax");
  EXPECT_EQ(report_text("LOCK ADD [m64 + 4], r64"), "lock addq %rax, 4(%rsi)");
}

TEST(InstLatX64, PairsAreTwoInstructions) {
  EXPECT_EQ(report_text("MOVUPS unaligned LS pair"), "movups 4(%rsi), %xmm0; movups %xmm0, 4(%rsi)");
  EXPECT_EQ(report_text("CVTSD2SI + CVTSI2SD r64"), "cvtsd2si %xmm0, %rax; cvtsi2sd %rax, %xmm0");
  EXPECT_EQ(report_text("VCVTPD2DQ + VCVTDQ2PD zmm"), "vcvtpd2dq %zmm0, %ymm0; vcvtdq2pd %ymm0, %zmm0");
  EXPECT_EQ(report_text("MULSD+ADDSD xmm, xmm"), "mulsd %xmm0, %xmm0; addsd %xmm0, %xmm0");
  EXPECT_EQ(report_text("PEXTRD + PINSRD r64"), "pextrq $1, %xmm0, %rax; pinsrq $1, %rax, %xmm0");
  EXPECT_EQ(report_text("MOVQ r64, xmm + xmm, r64"), "movq %xmm0, %rax; movq %rax, %xmm0");
}

TEST(InstLatX64, UnclearNamesStayWithoutAssembly) {
  for (const std::string name : {"DIVPS (x/2.0f)", "3x 0x66 NOP", "FADD st(i), st", "LNOP8 [SIB+disp32], eax", "PAUSE",
                                 "VPGATHERDD zmm{k}, [zm32] + KMOVW", "VMASKMOVPS unaligned LS pair", "CPUID (EAX = 0)",
                                 "ASP LEA r16, [r32]", "WHAT IS THIS", "LOCK ", "+", "ADD +", "MOV r32, [m32]+"})
    EXPECT_EQ(report_text(name), "") << name;
}

TEST(InstLatX64, RefusesOtherFiles) {
  const auto table = read_instlatx64({"no\nreport\n", "other.txt", "", ""});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().where.file, "other.txt");
  const std::string huge(std::size_t{17} << 20, 'x');
  EXPECT_FALSE(read_instlatx64({huge, "huge.txt", "", ""}));
}

} // namespace
} // namespace osaca::measure
