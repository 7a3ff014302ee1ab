#include "measure/from_tables/observations.h"

#include "measure/from_tables/table_model.h"
#include "measure/tables/published_notes.h"
#include "small_core.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace osaca::measure::from_tables {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

class Observations : public testing::Test {
protected:
  static void SetUpTestSuite() {
    catalogue = new Catalogue(Catalogue::create(Isa::x86_64, "znver4").value());
    core = new Description(read_description(small_core, "small.yml").value());
  }
  static void TearDownTestSuite() {
    delete catalogue;
    delete core;
  }

  static TableForms read(const std::string &rows) {
    const std::string text = "asm,latency_cycles,reciprocal_throughput_cycles,note,instruction\n" + rows;
    PublishedTable table = read_published_table("csv", {text, "table.csv", "x86-64", ""}).value();
    return forms_in_tables({table}, *catalogue, core->model).value();
  }

  static const Catalogue *catalogue;
  static const Description *core;
};
const Catalogue *Observations::catalogue = nullptr;
const Description *Observations::core = nullptr;

// The operands of `vfmadd231pd %ymm2, %ymm1, %ymm0` are 0: the sum, 1 and 2: the factors.
TEST_F(Observations, GiveTheLatencyToTheOperandsThatTheRegistersChain) {
  const TableForms forms = read("\"vfmadd231pd %ymm2, %ymm1, %ymm0\",2,0.5,\n"
                                "\"vfmadd231pd %ymm0, %ymm0, %ymm0\",4,0.5,\n");
  const TableFigures &figures = forms.figures.at("VFMADD231PDYr");
  EXPECT_THAT(figures.latencies, UnorderedElementsAre(Pair(Pair(0, 0), 2), Pair(Pair(1, 0), 4), Pair(Pair(2, 0), 4)));
  EXPECT_EQ(figures.throughput_cycles, 0.5);
}

// InstLatx64's sums of a Zen 1 for the moves and the conversions. The third one is made up.
TEST_F(Observations, DivideTheSumOfTwoThatNeedEachOther) {
  const TableForms forms = read("\"movd %xmm0, %eax; movd %eax, %xmm0\",6,1,both together\n"
                                "\"cvtss2si %xmm0, %eax; cvtsi2ss %eax, %xmm0\",15,1,both together\n"
                                "\"movd %xmm0, %eax; vpbroadcastd %eax, %xmm0\",8,1,both together\n");
  const auto latency = [&](const std::string &opcode, const OperandNumbers &operands) {
    return forms.figures.at(opcode).latencies.at(operands);
  };
  const double there = latency("MOVDI2PDIrr", {1, 0});
  const double back = latency("MOVPDI2DIrr", {1, 0});
  EXPECT_EQ(there + back, 6);
  EXPECT_EQ(there, std::round(there)) << "no cycle is divided";
  EXPECT_EQ(latency("VPBROADCASTDrZ128rr", {1, 0}) + back, 8) << "the part that is known stays";
  EXPECT_EQ(latency("CVTSS2SIrr_Int", {1, 0}) + latency("CVTSI2SSrr_Int", {1, 0}), 15);
  EXPECT_FALSE(forms.figures.at("MOVDI2PDIrr").throughput_cycles) << "the row's figure is of both";
}

TEST_F(Observations, UseNoSumsOfOtherPairs) {
  EXPECT_TRUE(read("\"pushq %rax; popq %rax\",7,1,both together\n").figures.empty()) << "through memory";
  EXPECT_TRUE(read("\"vaddps %xmm1, %xmm0, %xmm0; vmulps %xmm1, %xmm0, %xmm0\",8,1,\n").figures.empty())
      << "in one register file: a bypass may shorten the sum";
  EXPECT_TRUE(read("\"movd %xmm0, %eax; movd %eax, %xmm0\",1.5,1,\n").figures.empty()) << "too short for both";
  EXPECT_TRUE(read("\"movd %xmm0, %eax; movd %ecx, %xmm1\",6,1,\n").figures.empty()) << "no chain";
}

// InstLatx64's rows of an Ice Lake and of a Zen 1. Each copy of `mul` reads the rax of the previous one, unless the
// benchmark writes rax in between.
TEST_F(Observations, KnowThatCopiesOfAMultiplicationMayWaitForEachOther) {
  const auto is_bound = [](const std::string &rows, const std::string &opcode) {
    return read(rows).figures.at(opcode).throughput_is_bound;
  };
  EXPECT_TRUE(is_bound("\"mulq %rcx\",4,3,,to rdx\n\"mulq %rcx\",3,3,,to rax\n", "MUL64r"));
  EXPECT_TRUE(is_bound("\"imulq %rcx\",4,3,,to rdx\n", "IMUL64r")) << "the row to rax is missing";
  EXPECT_TRUE(is_bound("\"mull %ecx\",4.4,4.25,,to edx\n\"mull %ecx\",4.3,4.25,,to eax\n", "MUL32r"));
  EXPECT_FALSE(is_bound("\"mulq %rcx\",4,2,,to rdx\n\"mulq %rcx\",3,2,,to rax\n", "MUL64r"));
  EXPECT_FALSE(is_bound("\"imulq %rbx, %rax\",3,3,\n", "IMUL64rr")) << "copies may name other registers";
  EXPECT_FALSE(is_bound("\"divl %ecx\",26,6,\n", "DIV32r"));
}

// Johnson's notes of the units that an instruction uses, as he writes them; a question mark is his own doubt.
TEST(PublishedNotes, SayWhichUnitsAreUsed) {
  const auto uses = [](const std::string &note) {
    std::string text;
    PublishedRow row;
    row.note = note;
    set_facts_of_notes(row);
    for (const PublishedUse &use : row.uses)
      text += std::to_string(use.uops) + ":" + use.units.front() + ".." + use.units.back() + " ";
    return text;
  };
  EXPECT_EQ(uses("uops 1, of units int 1 mem - fp -: u5/6"), "1:u5..u6 ");
  EXPECT_EQ(uses("uops 1, of units int 2 mem - fp -: 2*u1-6"), "2:u1..u6 ");
  EXPECT_EQ(uses("latency at most 4; uops 2, of units int 1 mem 1 fp -: u3, u8-10; more"), "1:u3..u3 1:u8..u10 ");
  for (const char *none : {"", "uops 1", "of units int - mem - fp -: -", "of units int 2: u6, u1-6?", "of units: u",
                           "of units: 0*u1", "of units: u1-", "of units: 2*3", "of units: u100", "of units: u1-3x"})
    EXPECT_EQ(uses(none), "") << none;
}

TableForms read_arm(const std::string &rows) {
  const Catalogue catalogue = Catalogue::create(Isa::aarch64, "apple-m1").value();
  const Description core = read_description(small_arm_core("apple-m1", "u1: A0, u2: A1, u3: A2"), "small.yml").value();
  const PublishedTable table = read_published_table("csv", {rows, "table.csv", "aarch64", ""}).value();
  return forms_in_tables({table}, catalogue, core.model).value();
}

// Apple M1: constants and copies of the stack pointer are eliminated, and have the opcodes of operations.
TEST(ArmObservations, LeaveOutRowsThatReadNoRegister) {
  const std::string rows = "asm,latency_cycles,reciprocal_throughput_cycles,note,instruction\n"
                           "\"mov x0, sp\",,0.125,\"of units int -: -\",\n"
                           "\"add x0, x8, #3\",1,0.333,\"of units int 1: u1-3\",\n"
                           "\"madd x0, x8, x9, x0\",1,1,\"of units int 1: u1-3\",\n";
  const TableForms forms = read_arm(rows);
  EXPECT_EQ(forms.figures.at("ADDXri").throughput_cycles, 0.333);
  EXPECT_EQ(forms.figures.at("ADDXri").demands, (std::vector<PortDemand>{{7, 1}}));
  EXPECT_TRUE(forms.figures.at("MADDXrrr").demands.empty()) << "three units do not explain the throughput";
}

// The rows of insn_bench_aarch64 on Neoverse N1 (add), Cortex-A53 (sub) and Neoverse N1 again (ands).
TEST(ArmObservations, TellShiftsApart) {
  const TableForms forms = read_arm("asm,latency_cycles,reciprocal_throughput_cycles\n"
                                    "\"add x0, x0, x1\",1,0.332\n\"add x0, x0, x1, lsl #2\",1,0.332\n"
                                    "\"add x0, x0, x1, lsr #17\",2,1\n\"add x0, x0, x1, asr #17\",2,1\n"
                                    "\"sub x0, x0, x1\",1,0.5\n\"sub x0, x0, x1, lsl #2\",2.01,0.503\n"
                                    "\"sub x0, x0, x1, lsr #17\",2.01,0.503\n"
                                    "\"ands x0, x0, x1\",1,0.333\n\"ands x0, x0, x1, lsl #17\",2.02,1\n");
  const TableFigures &near_is_plain = forms.figures.at("ADDXrs");
  EXPECT_FALSE(near_is_plain.shifted);
  ASSERT_TRUE(near_is_plain.shifted_far);
  EXPECT_EQ(near_is_plain.shifted_far->latency_cycles, 2);
  EXPECT_EQ(near_is_plain.shifted_far->throughput_cycles, 1);
  EXPECT_TRUE(forms.figures.at("SUBXrs").shifted);
  EXPECT_FALSE(forms.figures.at("SUBXrs").shifted_far) << "as slow as the other";
  EXPECT_TRUE(forms.figures.at("ANDSXrs").shifted) << "no row says that some are quicker";
  EXPECT_FALSE(forms.figures.at("ANDSXrs").shifted_far);
}

TEST_F(Observations, LeaveOutWhatTheCoreDoesNotExecute) {
  const TableForms forms =
      read("\"xorl %eax, %eax\",0.2,0.2,\n\"movq %rbx, %rax\",,0.2,\n\"xorl %ebx, %eax\",1,0.25,\n");
  EXPECT_EQ(forms.idioms, 2);
  EXPECT_EQ(forms.figures.at("XOR32rr").throughput_cycles, 0.25);
  EXPECT_FALSE(forms.figures.contains("MOV64rr"));
}

TEST_F(Observations, ReadTheLatencyOfALoadFromItsAddress) {
  const TableForms forms = read("\"movq (%rsi), %rax\",4,0.5,latency from the address\n");
  EXPECT_EQ(forms.figures.at("MOV64rm").address_to_result_cycles, 4);
  EXPECT_TRUE(forms.figures.at("MOV64rm").latencies.empty());
}

TEST_F(Observations, TellTheAddressesOfLeaApart) {
  const TableForms forms = read("\"leaq (%rax,%rax), %rax\",1,0.25,\n\"leaq (%rax,%rax,8), %rax\",2,0.5,\n"
                                "\"leaq 16(%rax,%rax), %rax\",3,1,\n");
  const TableFigures &figures = forms.figures.at("LEA64r");
  EXPECT_EQ(figures.throughput_cycles, 0.25);
  ASSERT_TRUE(figures.scaled && figures.three_component);
  EXPECT_EQ(figures.scaled->latency_cycles, 2);
  EXPECT_EQ(figures.three_component->latency_cycles, 3);
}

TEST_F(Observations, KnowWhenCodeFetchOrAChainLimitsTheCopies) {
  const TableForms forms = read("\"addl $305419896, %ebx\",1,0.3,29 bytes of code per cycle may limit the throughput\n"
                                "\"divl %ecx\",11,11,\n\"divl %ecx\",14,6,\n");
  EXPECT_TRUE(forms.figures.at("ADD32ri").throughput_is_bound);
  EXPECT_EQ(forms.figures.at("DIV32r").throughput_cycles, 6) << "the other row is only its latency";
}

// Every copy needs the carry, or the register that the opcode fixes. What the ALUs could do remains unknown.
TEST_F(Observations, TakeOnlyABoundFromCopiesThatCannotRunSideBySide) {
  const TableForms forms = read("\"adcl %ebx, %ecx\",1,1.001,\n\"cltq\",1,1,\n\"popcntl %ebx, %eax\",1,1,\n"
                                "\"divl %ecx\",12,12,\n");
  EXPECT_TRUE(forms.figures.at("ADC32rr").throughput_is_bound);
  EXPECT_TRUE(forms.figures.at("CDQE").throughput_is_bound);
  EXPECT_FALSE(forms.figures.at("POPCNT32rr").throughput_is_bound);
  EXPECT_FALSE(forms.figures.at("DIV32r").throughput_is_bound) << "it may not be pipelined";
}

// By the README of ../shared/reference/tables: 13 copies in a loop of 4 or 5 cycles.
TEST_F(Observations, TakeWholeCyclesOfALoopOfThirteenCopiesForABound) {
  const TableForms forms = read("\"addl %ebx, %eax\",1,0.385,\n\"subl %ebx, %eax\",1,0.333,\n");
  EXPECT_TRUE(forms.figures.at("ADD32rr").throughput_is_bound);
  EXPECT_FALSE(forms.figures.at("SUB32rr").throughput_is_bound);
}

TEST_F(Observations, CountWhatLlvmDoesNotKnow) {
  const TableForms forms = read("\"frobnicate %eax\",1,1,\n\"\",1,1,\n\"addl %eax, %eax; subl %eax, %eax\",2,1,\n");
  EXPECT_TRUE(forms.figures.empty());
  EXPECT_EQ(forms.unreadable, 1);
}

} // namespace
} // namespace osaca::measure::from_tables
