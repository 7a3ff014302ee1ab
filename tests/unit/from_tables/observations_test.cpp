#include "measure/from_tables/observations.h"

#include "measure/from_tables/table_model.h"
#include "small_core.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
