#include "model/opcode_variants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace osaca {
namespace {

const OpcodeVariant *variant(const std::vector<OpcodeVariant> &variants, std::string_view name) {
  const auto found =
      std::ranges::find_if(variants, [&](const OpcodeVariant &candidate) { return candidate.opcode == name; });
  return found == variants.end() ? nullptr : &*found;
}

void expect_register_form(std::string_view memory, std::string_view reg) {
  const auto variants = opcode_variants(memory, Isa::x86_64);
  const OpcodeVariant *found = variant(variants, reg);
  ASSERT_NE(found, nullptr) << memory << " -> " << reg;
  EXPECT_TRUE(found->drops_memory) << memory;
}

TEST(OpcodeVariants, KnowTheRegisterFormsOfX86MemoryForms) {
  const std::pair<std::string_view, std::string_view> pairs[] = {{"VADDPDrm", "VADDPDrr"},
                                                                 {"ADD64mr", "ADD64rr"},
                                                                 {"ADD64mi32", "ADD64ri32"},
                                                                 {"ADD64mi8", "ADD64ri8"},
                                                                 {"ADD64mi8", "ADD64ri32"},
                                                                 {"INC64m", "INC64r"},
                                                                 {"VFMADD231PDm", "VFMADD231PDr"},
                                                                 {"VFMADD231PDYm", "VFMADD231PDYr"},
                                                                 {"SHL64mCL", "SHL64rCL"},
                                                                 {"SHL64m1", "SHL64r1"},
                                                                 {"IMUL64rmi8", "IMUL64rri8"},
                                                                 {"MOVZX32rm8", "MOVZX32rr8"},
                                                                 {"VADDPDZrmb", "VADDPDZrr"},
                                                                 {"VADDPDZ256rmbkz", "VADDPDZ256rrkz"},
                                                                 {"VADDPDZ256rmbkz", "VADDPDZ256rr"},
                                                                 {"VADDPDZ256rmbkz", "VADDPDYrr"},
                                                                 {"VPERMILPDmi", "VPERMILPDri"},
                                                                 {"VPSHUFDZmbi", "VPSHUFDZri"},
                                                                 {"VINSERTF128rmi", "VINSERTF128rri"},
                                                                 {"VEXTRACTF128mri", "VEXTRACTF128rri"},
                                                                 {"VADDSDrm_Int", "VADDSDrr"},
                                                                 {"VADDSDZrmkz_Int", "VADDSDrr"},
                                                                 {"SQRTSDm", "SQRTSDr"},
                                                                 {"VBLENDVPDYrmr", "VBLENDVPDYrrr"},
                                                                 {"ADDPDrm", "VADDPDrr"},
                                                                 {"CRC32r32m8", "CRC32r32r8"},
                                                                 {"BLENDVPDrm0", "BLENDVPDrr0"}};
  for (const auto &[memory, reg] : pairs)
    expect_register_form(memory, reg);
}

TEST(OpcodeVariants, PutOtherSpellingsOfTheSameInstructionFirst) {
  const auto variants = opcode_variants("ADD64rr_REV", Isa::x86_64);
  ASSERT_FALSE(variants.empty());
  EXPECT_EQ(variants[0].opcode, "ADD64rr");
  EXPECT_TRUE(variants[0].same_operation);
  const auto masked = opcode_variants("VADDPDZrmkz", Isa::x86_64);
  EXPECT_FALSE(variant(masked, "VADDPDZrm")->same_operand_order);
  EXPECT_FALSE(variant(masked, "VADDPDZrm")->drops_memory);
  EXPECT_TRUE(std::is_partitioned(masked.begin(), masked.end(), [](const auto &v) { return !v.drops_memory; }));
}

TEST(OpcodeVariants, DoNotTakeAPackedOperationForAScalarOne) {
  // 512-bit vpabsd and vbroadcastss are not the 128-bit VEX forms, though the names end like addsd's.
  EXPECT_EQ(variant(opcode_variants("VPABSDZrr", Isa::x86_64), "VPABSDrr"), nullptr);
  EXPECT_EQ(variant(opcode_variants("VBROADCASTSSZrr", Isa::x86_64), "VBROADCASTSSrr"), nullptr);
  EXPECT_EQ(variant(opcode_variants("VADDPDZrr", Isa::x86_64), "VADDPDrr"), nullptr);
}

TEST(OpcodeVariants, FoldAddressingModesOnAArch64) {
  for (const char *mode : {"LDRDpost", "LDRDpre", "LDRDroX", "LDRDroW", "LDURDi"})
    EXPECT_NE(variant(opcode_variants(mode, Isa::aarch64), "LDRDui"), nullptr) << mode;
  EXPECT_NE(variant(opcode_variants("STPQpre", Isa::aarch64), "STPQi"), nullptr);
  EXPECT_NE(variant(opcode_variants("LD1Twov2d_POST", Isa::aarch64), "LD1Twov2d"), nullptr);
  EXPECT_NE(variant(opcode_variants("LD1D_IMM", Isa::aarch64), "LD1D"), nullptr);
  EXPECT_TRUE(opcode_variants("FADDv2f64", Isa::aarch64).empty());
}

TEST(OpcodeVariants, ExpandCompressedInstructionsOnRiscv) {
  EXPECT_NE(variant(opcode_variants("C_LDSP", Isa::riscv64), "LD"), nullptr);
  EXPECT_NE(variant(opcode_variants("C_ADDI", Isa::riscv64), "ADDI"), nullptr);
  EXPECT_TRUE(opcode_variants("FMADD_D", Isa::riscv64).empty());
}

TEST(OpcodeVariants, StayFewForAnyName) {
  std::mt19937 random(5);
  const std::string letters = "VZADSPk_irmb8256YIntz1";
  for (int i = 0; i < 3000; ++i) {
    std::string name;
    for (auto left = random() % 24; left > 0; --left)
      name += letters[random() % letters.size()];
    for (const Isa isa : {Isa::x86_64, Isa::aarch64, Isa::riscv64}) {
      const auto variants = opcode_variants(name, isa);
      EXPECT_LE(variants.size(), 250u);
      EXPECT_EQ(variant(variants, name), nullptr) << name;
      (void)is_plain_access(name, isa);
    }
  }
}

TEST(PlainAccess, IsAMoveBetweenMemoryAndRegister) {
  for (const char *name :
       {"MOV64rm", "MOV8mi", "MOV64mi32", "VMOVUPDYmr", "VMOVDQU64Zrm", "MOVSDrm_alt", "VMOVSDZrm", "KMOVQmk"})
    EXPECT_TRUE(is_plain_access(name, Isa::x86_64)) << name;
  for (const char *name : {"ADD64rm", "MOVZX32rm8", "MOV64rr", "VMOVDQU64Zrmk", "VMOVDDUPrm", "CMOV64rm", "MOVBE64rm"})
    EXPECT_FALSE(is_plain_access(name, Isa::x86_64)) << name;
  for (const char *name : {"LDRDui", "LDPXpost", "STRQroX", "LDURSWi"})
    EXPECT_TRUE(is_plain_access(name, Isa::aarch64)) << name;
  for (const char *name : {"LDRAAindexed", "LDADDX", "LDXRX", "FADDDrr"})
    EXPECT_FALSE(is_plain_access(name, Isa::aarch64)) << name;
  EXPECT_TRUE(is_plain_access("FLD", Isa::riscv64));
  EXPECT_FALSE(is_plain_access("AMOADD_D", Isa::riscv64));
}

} // namespace
} // namespace osaca
