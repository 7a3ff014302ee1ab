#include "collection/loop_identity.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

KernelReport kernel_of(const std::vector<std::string> &instructions) {
  KernelReport kernel;
  for (const std::string &text : instructions) {
    InstructionLine line;
    line.text = text;
    line.opcode = text.substr(0, text.find_first_of(" \t"));
    kernel.instructions.push_back(line);
  }
  return kernel;
}

bool is_same(const std::vector<std::string> &a, const std::vector<std::string> &b) {
  return code_of(kernel_of(a)) == code_of(kernel_of(b));
}

// GCC and Clang number labels through the whole unit: code elsewhere moves them.
TEST(MachineCode, LabelsAndAddressesAreNoPartOfIt) {
  EXPECT_TRUE(is_same({"addq $8, %rax", "jne .L5"}, {"addq\t$8, %rax", "jne\t.L17"}));
  EXPECT_TRUE(is_same({"jne .LBB0_4"}, {"jne .LBB12_3"}));
  EXPECT_TRUE(is_same({"jne L_1a40"}, {"jne L_22"}));
  EXPECT_TRUE(is_same({"vmulsd .LC0(%rip), %xmm1, %xmm1"}, {"vmulsd .LC3(%rip), %xmm1, %xmm1"}));
  EXPECT_TRUE(is_same({"vmulsd 740(%rip), %xmm1, %xmm1"}, {"vmulsd 0x1f0(%rip), %xmm1, %xmm1"}));
  EXPECT_TRUE(is_same({"vmulsd table+16(%rip), %xmm1, %xmm1"}, {"vmulsd .rodata+32(%rip), %xmm1, %xmm1"}));
  EXPECT_TRUE(is_same({"mulsd xmm1, qword ptr [rip + .LCPI0_1]"}, {"mulsd xmm1, qword ptr [rip + .LCPI3_0]"}));
  EXPECT_TRUE(is_same({"ldr d0, [x1, :lo12:.LC0]"}, {"ldr d0, [x1, :lo12:.LC9]"}));
}

TEST(MachineCode, RegistersConstantsAndOrderAre) {
  EXPECT_FALSE(is_same({"addq $8, %rax"}, {"addq $16, %rax"}));
  EXPECT_FALSE(is_same({"addq $8, %rax"}, {"addq $8, %rbx"}));
  EXPECT_FALSE(is_same({"movsd 8(%rdi), %xmm0"}, {"movsd 16(%rdi), %xmm0"}));
  EXPECT_FALSE(is_same({"addq $8, %rax", "subq $1, %rcx"}, {"subq $1, %rcx", "addq $8, %rax"}));
  EXPECT_FALSE(is_same({"addq $8, %rax"}, {"addq $8, %rax", "nop"}));
  EXPECT_FALSE(is_same({"call exp"}, {"call sin"}));
}

} // namespace
} // namespace osaca
