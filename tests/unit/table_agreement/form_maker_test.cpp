// Instructions made from opcode names alone.
#include "common_forms.h"
#include "form_maker.h"

#include <gtest/gtest.h>

#include <set>

namespace osaca::accuracy {
namespace {

std::size_t different(const std::vector<std::string> &registers) {
  return std::set<std::string>(registers.begin(), registers.end()).size();
}

TEST(FormMaker, GivesEachOperandARegisterOfItsOwn) {
  FormMaker maker(Isa::x86_64, "");
  const auto form = maker.make("VADDPDYrr");
  ASSERT_TRUE(form);
  EXPECT_EQ(form->instruction.mnemonic, "vaddpd");
  ASSERT_EQ(form->registers.size(), 3u);
  EXPECT_EQ(different(form->registers), 3u);
}

TEST(FormMaker, TiesWhatTheInstructionTies) {
  FormMaker maker(Isa::x86_64, "");
  const auto form = maker.make("ADD32rr");
  ASSERT_TRUE(form);
  EXPECT_EQ(form->registers[0], form->registers[1]);
  EXPECT_NE(form->registers[0], form->registers[2]);
  EXPECT_TRUE(form->instruction.operands[0].read && form->instruction.operands[0].written);
}

TEST(FormMaker, MakesLinksOfAChain) {
  FormMaker maker(Isa::x86_64, "");
  const auto link = maker.make_link("VADDPDYrr", 2, 0);
  ASSERT_TRUE(link);
  EXPECT_EQ(link->registers[0], link->registers[2]);
  EXPECT_FALSE(maker.make_link("VPMOVMSKBYrr", 1, 0)) << "a general register cannot stand for a vector";
  EXPECT_FALSE(maker.make_link("VADDPDYrr", 9, 0));
  EXPECT_FALSE(maker.make_link("VADDPDYrr", -1, 0));
}

TEST(FormMaker, KnowsNoOtherNames) {
  FormMaker maker(Isa::x86_64, "");
  EXPECT_FALSE(maker.make("NOSUCH"));
  EXPECT_FALSE(maker.make("")) << "not even an empty one";
  EXPECT_FALSE(maker.make("PHI")) << "LLVM's own";
}

TEST(FormMaker, MakesFormsOfEveryIsa) {
  const auto fused = FormMaker(Isa::aarch64, "").make("FMADDDrrr");
  ASSERT_TRUE(fused);
  EXPECT_EQ(different(fused->registers), 4u);
  const auto add = FormMaker(Isa::riscv64, "").make("ADD");
  ASSERT_TRUE(add);
  EXPECT_EQ(different(add->registers), 3u);
}

TEST(FormMaker, AsksTheAssemblerWhetherACpuHasIt) {
  FormMaker maker(Isa::aarch64, "");
  EXPECT_TRUE(maker.is_accepted_by(*maker.make("FADD_ZZZ_D"), "a64fx"));
  EXPECT_FALSE(maker.is_accepted_by(*maker.make("FADD_ZZZ_D"), "cortex-a72")) << "no SVE";
}

TEST(CommonForms, LeaveOutWhatCompilersHardlyEmit) {
  FormMaker maker(Isa::x86_64, "");
  const auto is_rare = [&](const char *opcode) { return is_uncommon(Isa::x86_64, maker.make(opcode)->instruction); };
  EXPECT_TRUE(is_rare("MMX_PADDBrr"));
  EXPECT_TRUE(is_rare("ADD_FrST0"));
  EXPECT_TRUE(is_rare("RDTSC"));
  EXPECT_TRUE(is_rare("VPDPBUSDZr"));
  EXPECT_FALSE(is_rare("VPADDBZrr"));
  EXPECT_FALSE(is_rare("ADD32rr"));
}

} // namespace
} // namespace osaca::accuracy
