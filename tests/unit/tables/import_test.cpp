#include "measure/tables/import.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

const MeasuredForm *form(const Imported &made, const std::string &opcode) {
  for (const MeasuredForm &one : made.file.forms)
    if (one.opcode == opcode)
      return &one;
  return nullptr;
}

ImportSource source(std::string_view text) { return {text, "sample", "", ""}; }

TEST(ImportWinic, CsvNumbersOperandsAsLlvmDoes) {
  const auto made = import_winic(source("llvm_opcode,metric,from_operand,to_operand,min_cycles,max_cycles\n"
                                        "IMUL64rr,throughput,,,1,1\n"
                                        "IMUL64rr,latency,2:GR64,0:GR64,3,3\n"
                                        "NOT_THERE,throughput,,,1,1\n"));
  ASSERT_TRUE(made) << made.error().text();
  const MeasuredForm *imul = form(*made, "IMUL64rr");
  ASSERT_NE(imul, nullptr);
  ASSERT_EQ(imul->latencies.size(), 1u);
  EXPECT_EQ(imul->latencies[0].from, "1"); // the source that is tied to the result is one operand with it
  ASSERT_EQ(made->unmapped.size(), 1u);
  EXPECT_EQ(made->unmapped[0].where.line, 4);
}

TEST(ImportWinic, BrokenLineIsAnErrorWithItsNumber) {
  const auto made = import_winic(source("llvm_opcode,metric\nrubbish\n"));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().where.line, 2);
}

TEST(ImportWinic, YamlHasRanges) {
  const auto made = import_winic(source(
      "winicVersion: 1\nisa: x86_64\nmicroArchitecture: any\ninstructions:\n"
      "  - llvmName: IMUL64rr\n    throughputMin: 1\n    throughputMax: 1.2\n"
      "    operandLatencies:\n      - {sourceOperand: '1', targetOperand: '0', latencyMin: 2, latencyMax: 4}\n"));
  ASSERT_TRUE(made) << made.error().text();
  const MeasuredForm *imul = form(*made, "IMUL64rr");
  ASSERT_NE(imul, nullptr);
  ASSERT_EQ(imul->latencies.size(), 1u);
  EXPECT_DOUBLE_EQ(imul->latencies[0].cycles, 3);
}

TEST(ImportOsaca, FindsOpcodesThroughTheAssembler) {
  const auto made = import_osaca(source("isa: x86\narch_code: T\ninstruction_forms:\n"
                                        "- name: vaddpd\n  operands:\n  - {class: register, name: ymm}\n"
                                        "  - {class: register, name: ymm}\n  - {class: register, name: ymm}\n"
                                        "  throughput: 0.5\n  latency: 3\n"
                                        "- name: [nosuchthing]\n  operands: []\n  throughput: 1\n"));
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_NE(form(*made, "VADDPDYrr"), nullptr);
  EXPECT_EQ(form(*made, "VADDPDYrr")->latencies.size(), 2u);
  EXPECT_EQ(made->unmapped.size(), 1u);
}

TEST(ImportUopsInfo, ReadsOperandsAndLatencies) {
  const auto made = import_uops_info(source(
      "<root><extension name=\"BASE\"><instruction asm=\"IMUL\" string=\"IMUL (R64, R64)\">"
      "<operand idx=\"1\" type=\"reg\" r=\"1\" w=\"1\" width=\"64\">RAX,RCX,RDX</operand>"
      "<operand idx=\"2\" type=\"reg\" r=\"1\" width=\"64\">RAX,RCX,RDX</operand>"
      "<architecture name=\"X\"><measurement TP_loop=\"1.00\"><latency start_op=\"2\" target_op=\"1\" cycles=\"3\"/>"
      "</measurement></architecture></instruction></extension></root>"));
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_NE(form(*made, "IMUL64rr"), nullptr);
  ASSERT_EQ(form(*made, "IMUL64rr")->latencies.size(), 1u);
  EXPECT_EQ(form(*made, "IMUL64rr")->latencies[0].from, "1");
}

TEST(ImportUopsInfo, BrokenXmlIsAnError) { EXPECT_FALSE(import_uops_info(source("<root><extension"))); }

TEST(ImportExegesis, ChainGoesThroughTheSharedRegister) {
  const auto made = import_exegesis(source("---\nmode: latency\nkey:\n  instructions:\n    - 'IMUL64rr RAX RAX RDX'\n"
                                           "cpu_name: any\nllvm_triple: x86_64-linux\nmeasurements:\n"
                                           "  - { key: latency, value: 3.01 }\nerror: ''\n...\n"));
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_NE(form(*made, "IMUL64rr"), nullptr);
  ASSERT_EQ(form(*made, "IMUL64rr")->latencies.size(), 1u);
  EXPECT_EQ(form(*made, "IMUL64rr")->latencies[0].from, "0");
}

TEST(ImportIbench, NamesTellTheRegisters) {
  const auto made = import_ibench(source("Using frequency 2.00GHz.\nvaddpd-avx-TP:\t0.501 (clock cycles)\n"
                                         "vaddpd-avx:\t3.002 (clock cycles)\nwhat-is-this:\t1.0 (clock cycles)\n"));
  ASSERT_TRUE(made) << made.error().text();
  const MeasuredForm *add = form(*made, "VADDPDYrr");
  ASSERT_NE(add, nullptr);
  EXPECT_DOUBLE_EQ(add->throughput.at(0).cycles, 0.501);
  EXPECT_EQ(add->latencies.size(), 2u);
  EXPECT_EQ(made->unmapped.size(), 1u);
}

TEST(ImportAsmbench, ReadsLinesOfOneInstruction) {
  const auto made = import_asmbench(source("VADDPDYrr LAT 4.002 cy  TP 0.523 cy\n"
                                           "INC64r   ADD32ri  LAT 1.0 cy TP 0.6 cy  SPM 1.0\n"));
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_NE(form(*made, "VADDPDYrr"), nullptr);
  EXPECT_EQ(made->unmapped.size(), 1u);
}

TEST(Import, RefusesInvalidFiles) {
  for (auto *read : {import_winic, import_osaca, import_uops_info, import_exegesis, import_ibench, import_asmbench})
    EXPECT_FALSE(read(source("\x01\x02 rubbish [")));
}

} // namespace
} // namespace osaca::measure
