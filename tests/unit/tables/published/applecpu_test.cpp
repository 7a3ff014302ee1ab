// Pages of applecpu. The figures are invented; the opcodes are those of LLVM's assembler.
#include "opcodes.h"

#include <algorithm>

namespace osaca::measure {
namespace {

/// A row with its columns at the places that the head has.
std::string apple_row(const std::string &name, const std::string &latency, const std::string &rest) {
  const auto wide = [](std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
  };
  return "<pre class=\"nolabel\"> " + wide(name, 41) + "<a href=\"x.html\">" + latency + "</a>" +
         wide("", 11 - std::min<std::size_t>(11, latency.size())) + rest + "</pre>\n";
}

PublishedTable apple_table(const std::string &rows) {
  const std::string page =
      "<html><head><meta charset=\"UTF-8\"><title>Invented Base Instructions</title></head><body>\n"
      "<pre class=\"nolabel\">                                          LAT        TP       Uops     Int   Mem   FP    "
      "Units"
      "</pre>\n" +
      rows;
  const auto table = read_applecpu({page, "page.html", "", ""});
  EXPECT_TRUE(table) << table.error().text();
  return table ? *table : PublishedTable{};
}

TEST(AppleCpu, ReadsColumns) {
  const PublishedTable table = apple_table(apple_row("ADC (32-bit)", "2", "0.333    1        1     -     -     u1-3"));
  EXPECT_EQ(table.cpu, "Invented");
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].name, "ADC (32-bit)");
  EXPECT_DOUBLE_EQ(table.rows[0].latency_cycles.value_or(0), 2);
  EXPECT_DOUBLE_EQ(table.rows[0].throughput_cycles.value_or(0), 0.333);
  EXPECT_EQ(table.rows[0].note, "uops 1, of units int 1 mem - fp -: u1-3");
  EXPECT_EQ(table.rows[0].line, 3);
}

TEST(AppleCpu, BoundsAndListsAreNoLatency) {
  const PublishedTable table =
      apple_table(apple_row("MADD (64-bit)", "[1;3]", "1        1        1     -     -     u6") +
                  "<pre class=\"nolabel\"> LDP (32-bit)                             \xe2\x89\xa4"
                  "4         0.333    2        -     1     -     u8-10</pre>\n");
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_FALSE(table.rows[0].latency_cycles);
  EXPECT_TRUE(table.rows[0].note.starts_with("latency by operand: [1;3]; ")) << table.rows[0].note;
  EXPECT_FALSE(table.rows[1].latency_cycles);
  EXPECT_TRUE(table.rows[1].note.starts_with("latency at most 4 ")) << table.rows[1].note;
  EXPECT_DOUBLE_EQ(table.rows[1].throughput_cycles.value_or(0), 0.333);
}

TEST(AppleCpu, InstructionsAreWhatTheAssemblerKnows) {
  struct Case {
    std::string name;
    std::string opcode;
  };
  const Case cases[] = {{"ADD (sxtb, 64-bit)", "ADDXrx"},
                        {"ADDS (shifted immediate, 32-bit)", "ADDSWri"},
                        {"AND (register, ror, 64-bit)", "ANDXrs"},
                        {"CCMN (immediate, 32-bit)", "CCMNWi"},
                        {"CMP (uxtx, 64-bit)", "SUBSXrx64"},
                        {"LSR (immediate, 64-bit)", "UBFMXri"},
                        {"UMULL", "UMADDLrrr"},
                        {"MOVN (32-bit)", "MOVNWi"},
                        {"CASPAL (64-bit)", "CASPALX"},
                        {"LDRSB (register, uxtw, 32-bit)", "LDRSBWroW"},
                        {"LDR (unsigned offset, Q)", "LDURQi"},
                        {"STP (pre-index, S)", "STPSpre"},
                        {"STR (register, lsl, D)", "STRDroX"},
                        {"LD3 (single, post-index, H)", "LD3i16_POST"},
                        {"ST1 (multiple, 3 regs, 4S)", "ST1Threev4s"},
                        {"LD2R (8B)", "LD2Rv8b"},
                        {"SADDL (vector, 4S)", "SADDLv4i16_v4i32"},
                        {"SADDLP (vector, 4H)", "SADDLPv8i8_v4i16"},
                        {"SQXTN2 (8H)", "SQXTNv16i8"},
                        {"SQDMLAL (scalar, S)", "SQDMLALi16"},
                        {"FMLAL (vector, 2S)", "FMLALv4f16"},
                        {"UDOT (by element, 8B)", "UDOTlanev8i8"},
                        {"SCVTF (scalar, fixed-point, H from X)", "SCVTFSXHri"},
                        {"FCVTZS (vector, fixed-point, 4H)", "FCVTZSv4i16_shift"},
                        {"UMOV (B to W)", "UMOVvi8"},
                        {"INS (general, H)", "INSvi16gpr"},
                        {"DUP (element, scalar, S)", "DUPi32"},
                        {"MOVI (vector, 4S, msl)", "MOVIv4s_msl"},
                        {"SHLL2 (vector, 4S)", "SHLLv8i16"},
                        {"TBL (two register table, 8B)", "TBLv8i8Two"},
                        {"PMULL2 (1Q)", "PMULLv2i64"},
                        {"FADDP (scalar, H)", "FADDPv2i16p"},
                        {"SHA256H", "SHA256Hrrr"}};
  std::string rows;
  for (const Case &one : cases)
    rows += apple_row(one.name, "1", "1        1        1     -     -     u6");
  const PublishedTable table = apple_table(rows);
  for (const Case &one : cases) {
    const std::string text = row_named(table, one.name).assembly;
    EXPECT_EQ(opcode_in(text, Isa::aarch64), one.opcode) << one.name << ": " << text;
  }
}

TEST(AppleCpu, UnclearNamesStayWithoutAssembly) {
  const std::string rest = "1        1        1     -     -     u6";
  const PublishedTable table = apple_table(apple_row("AESE + AESMC", "3", rest) + apple_row("ADRP", "1", rest) +
                                           apple_row("WHAT (is, this)", "1", rest) + apple_row("LD9 (", "1", rest));
  ASSERT_EQ(table.rows.size(), 4u);
  for (const PublishedRow &row : table.rows)
    EXPECT_EQ(row.assembly, "") << row.name;
}

TEST(AppleCpu, RefusesOtherFiles) {
  EXPECT_FALSE(read_applecpu({"<html><pre class=\"nolabel\">nothing</pre>", "other.html", "", ""}));
  EXPECT_FALSE(read_applecpu({"<pre class=\"nolabel\">not closed", "other.html", "", ""}));
}

} // namespace
} // namespace osaca::measure
