// Tables of insn_bench_aarch64. The figures are invented; the opcodes are those of LLVM's assembler.
#include "opcodes.h"

namespace osaca::measure {
namespace {

constexpr std::string_view markdown_head = "# AArch64 latency / throughput benchmark report\n\n"
                                           "| instruction | latency | throughput |\n|--------|--------|--------|\n";

PublishedTable insn_bench_table(const std::string &rows) {
  const auto table = read_insn_bench({std::string(markdown_head) + rows, "results.md", "", ""});
  EXPECT_TRUE(table) << table.error().text();
  return table ? *table : PublishedTable{};
}

TEST(InsnBench, ThroughputIsARate) {
  const PublishedTable table =
      insn_bench_table("| add.s | 3.00 | 4.00 |\n| sub.s | - | 0.50 |\n| mul.s (vec) | n/a | n/a |\n");
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.isa, "aarch64");
  EXPECT_DOUBLE_EQ(table.rows[0].latency_cycles.value_or(0), 3);
  EXPECT_DOUBLE_EQ(table.rows[0].throughput_cycles.value_or(0), 0.25);
  EXPECT_EQ(table.rows[0].line, 5);
  EXPECT_FALSE(table.rows[1].latency_cycles);
  EXPECT_DOUBLE_EQ(table.rows[1].throughput_cycles.value_or(0), 2);
}

TEST(InsnBench, InstructionsAreWhatTheAssemblerKnows) {
  struct Case {
    std::string name;
    std::string opcode;
  };
  const Case cases[] = {{"add (reg<<2)", "ADDXrs"},
                        {"adds (imm<<12)", "ADDSXri"},
                        {"and (mask imm)", "ANDXri"},
                        {"tst (reg)", "ANDSXrs"},
                        {"madd", "MADDXrrr"},
                        {"ccmp (imm; eq)", "CCMPXi"},
                        {"csinc (lt)", "CSINCXr"},
                        {"lsl (reg) / lslv", "LSLVXr"},
                        {"mov / movz (imm; 0x1ffc<<16)", "MOVZXi"},
                        {"mov / movn (imm; 0x1ffc)", "MOVNXi"},
                        {"ldaddalb", "LDADDALB"},
                        {"ldr (reg; <<3)", "LDRXroX"},
                        {"ldr (imm; pre, ofs = 16)", "LDRXpre"},
                        {"str.q (imm; post, ofs = 0)", "STRQpost"},
                        {"ldp.q (ofs = 0; 1st elem)", "LDPQi"},
                        {"ld3.s (single; [3])", "LD3i32"},
                        {"ld1.b (multi; 2 reg)", "LD1Twov16b"},
                        {"saddl2.h", "SADDLv8i16_v4i32"},
                        {"saddw.s", "SADDWv4i16_v4i32"},
                        {"addhn.d", "ADDHNv2i64_v2i32"},
                        {"uadalp.b", "UADALPv16i8_v8i16"},
                        {"saddlv.h", "SADDLVv8i16v"},
                        {"fmaxp.d (scl)", "FMAXPv2i64p"},
                        {"smlal.h (elem; v.h[7])", "SMLALv4i16_indexed"},
                        {"sdot.b (elem; v.b[3])", "SDOTlanev16i8"},
                        {"sqshrn2.s (>>2)", "SQSHRNv8i16_shift"},
                        {"sqshl.h (imm; <<2)", "SQSHLv8i16_shift"},
                        {"sqshl.h (reg; <<2)", "SQSHLv8i16"},
                        {"uxtl2.b (vec)", "USHLLv16i8_shift"},
                        {"fcmge.s (scl; zero)", "FCMGEv1i32rz"},
                        {"fmadd.d (acc. fwd.)", "FMADDDrrr"},
                        {"fccmp.s (le)", "FCCMPSrr"},
                        {"fcvtn2 (d -> s)", "FCVTNv4i32"},
                        {"scvtf.h (scl; >>2)", "SCVTFSWHri"},
                        {"movi.s (0xff<<8)", "MOVIv4i32"},
                        {"bic.h (imm; <<8)", "BICv8i16"},
                        {"tbx (len == 3)", "TBXv16i8Three"},
                        {"dup.d (elem)", "DUPv2i64gpr"},
                        {"fcmla.d (vec; deg = 90)", "FCMLAv2f64"}};
  std::string rows;
  for (const Case &one : cases)
    rows += "| " + one.name + " | 1.00 | 1.00 |\n";
  const PublishedTable table = insn_bench_table(rows);
  for (const Case &one : cases) {
    const std::string text = row_named(table, one.name).assembly;
    EXPECT_EQ(opcode_in(text, Isa::aarch64), one.opcode) << one.name << ": " << text;
  }
}

TEST(InsnBench, UnclearNamesStayWithoutAssembly) {
  const PublishedTable table = insn_bench_table("| str -> ldr (ofs = 0 -> ofs = 0) | 4.00 | 1.00 |\n"
                                                "| umov.d (v.d[0] <-> x) | 7.00 | 1.00 |\n"
                                                "| cbz (pc+4; taken) // add (chain) | 1.00 | 1.00 |\n"
                                                "| ldrb (imm; ofs = 16) | 4.00 | 2.00 |\n" // with an addition
                                                "| fcvtxn | 3.00 | 2.00 |\n| ( | 1.00 | 1.00 |\n"
                                                "| pmull.d | 3.00 | 2.00 |\n| pmull.d | 4.00 | 1.00 |\n"); // which one?
  ASSERT_EQ(table.rows.size(), 8u);
  for (const PublishedRow &row : table.rows)
    EXPECT_EQ(row.assembly, "") << row.name;
  EXPECT_NE(table.rows[6].note, "");
}

TEST(InsnBench, NotesWhatALatencyIs) {
  const PublishedTable table = insn_bench_table("| mla.h (vec; acc. fwd.) | 1.00 | - |\n| ld2r.b | 8.00 | 1.00 |\n");
  EXPECT_EQ(table.rows.at(0).assembly, "mla v28.8h, v1.8h, v1.8h");
  EXPECT_EQ(table.rows.at(0).note, "latency through the accumulator only");
  EXPECT_NE(table.rows.at(1).note.find("subtracted"), std::string::npos);
}

TEST(InsnBench, RefusesOtherFiles) {
  const auto table = read_insn_bench({"# heading\n\n| a | b | c |\n", "other.md", "", ""});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().where.line, 3);
}

} // namespace
} // namespace osaca::measure
