// What AT&T text says, by the manuals of the assembler and the processor.
#include "instruction_text.h"

#include <gmock/gmock.h>

namespace osaca::accuracy {
namespace {

using testing::ElementsAre;
using Kind = OperandText::Kind;

TEST(InstructionTextReader, TakesMnemonicAndOperandsApart) {
  const InstructionText i = read_instruction("  vfmadd231pd\t-8(%RAX,%rcx,4), %ymm1, %ymm2  # a comment");
  EXPECT_EQ(i.mnemonic, "vfmadd231pd");
  ASSERT_EQ(i.operands.size(), 3U);
  EXPECT_EQ(i.operands[0].kind, Kind::memory);
  EXPECT_EQ(i.operands[0].memory.base, "rax");
  EXPECT_EQ(i.operands[0].memory.index, "rcx");
  EXPECT_EQ(i.operands[0].memory.scale, 4);
  EXPECT_EQ(i.operands[0].memory.displacement_bytes, -8);
  EXPECT_EQ(i.operands[2].text, "ymm2");
}

TEST(InstructionTextReader, KnowsPrefixesMasksSegmentsAndAddressesWithoutRegisters) {
  EXPECT_THAT(read_instruction("lock cmpxchgl %ecx, (%rdi)").prefixes, ElementsAre("lock"));
  EXPECT_EQ(read_instruction("lock cmpxchgl %ecx, (%rdi)").mnemonic, "cmpxchgl");
  EXPECT_EQ(read_instruction("vaddpd %zmm0, %zmm1, %zmm2 {%k1} {z}").operands.back().text, "zmm2");
  EXPECT_EQ(read_instruction("movq %fs:40, %rax").operands[0].kind, Kind::memory);
  EXPECT_EQ(read_instruction("movl 4096, %eax").operands[0].kind, Kind::memory);
  EXPECT_EQ(read_instruction("movsd .LC0(%rip), %xmm0").operands[0].memory.base, "rip");
  EXPECT_EQ(read_instruction("leaq (,%rax,8), %rcx").operands[0].memory.base, "");
  EXPECT_EQ(read_instruction("jne .L3").operands[0].kind, Kind::other);
}

TEST(InstructionTextReader, RejectsTextThatIsNoInstruction) {
  for (const char *text :
       {"", "   ", "#", "lock", ",", "movq (", "movq ((((", "movq )),%", "%", "{", "x $,,,", "movq (,,),%rax"})
    for (const OperandText &operand : read_instruction(text).operands)
      EXPECT_NE(std::string(text).find(operand.text), std::string::npos) << text;
}

TEST(InstructionText, KnowsWhatReadsMemory) {
  for (const char *text :
       {"movq (%rdi), %rdi", "addl $1, (%rax)", "cmpl $771, (%rdx)", "imulq (%rax), %rcx", "pushq 8(%rax)",
        "divl (%rcx)", "xchgq %rax, (%rdx)", "incl (%rdi)", "vaddpd (%rax), %ymm0, %ymm1", "testb $1, 3(%rax)",
        "shlq $2, (%rax)", "jmpq *(%rax)", "cmpxchgl %ecx, (%rdi)", "movss (%rax), %xmm0"})
    EXPECT_TRUE(read_instruction(text).reads_memory()) << text;
  for (const char *text :
       {"leaq 8(%rax), %rcx", "nopw 512(%rax,%rax)", "prefetcht0 (%rax)", "movq %rax, (%rcx)", "pushq %rax",
        "sete (%rax)", "addq %rax, %rcx", "vmovups %ymm0, (%rax)", "vextracti128 $1, %ymm0, (%rax)", "popq (%rax)"})
    EXPECT_FALSE(read_instruction(text).reads_memory()) << text;
}

TEST(InstructionText, KnowsWhatWritesMemory) {
  for (const char *text :
       {"movq %rax, (%rcx)", "addl $1, (%rax)", "sete (%rax)", "incl (%rdi)", "xchgq %rax, (%rdx)",
        "xchgq (%rdx), %rax", "vmovups %zmm0, (%rax)", "movb $0, (%rax)", "negq (%rax)", "cmpxchgl %ecx, (%rdi)"})
    EXPECT_TRUE(read_instruction(text).writes_memory()) << text;
  for (const char *text : {"cmpq %rax, (%rcx)", "testl %eax, (%rcx)", "movq (%rax), %rcx", "pushq (%rax)",
                           "divq (%rax)", "leaq (%rax), %rcx", "prefetchw (%rax)", "btl $3, (%rax)", "nopl (%rax)"})
    EXPECT_FALSE(read_instruction(text).writes_memory()) << text;
}

TEST(InstructionText, KnowsHowMuchMemoryIsTouched) {
  const auto bytes = [](const char *text) { return read_instruction(text).access_bytes(); };
  EXPECT_EQ(bytes("movb $0, (%rax)"), 1);
  EXPECT_EQ(bytes("movw $0, (%rax)"), 2);
  EXPECT_EQ(bytes("movl %eax, (%rsp)"), 4);
  EXPECT_EQ(bytes("addq $1, (%rsp)"), 8);
  EXPECT_EQ(bytes("movzbl (%rax), %ecx"), 1);
  EXPECT_EQ(bytes("movzwl (%rax), %ecx"), 2);
  EXPECT_EQ(bytes("movslq (%rax), %rcx"), 4);
  EXPECT_EQ(bytes("movss (%rax), %xmm0"), 4);
  EXPECT_EQ(bytes("vaddsd (%rax), %xmm0, %xmm1"), 8);
  EXPECT_EQ(bytes("movaps %xmm0, (%rax)"), 16);
  EXPECT_EQ(bytes("vmovups (%rax), %ymm0"), 32);
  EXPECT_EQ(bytes("vmovupd %zmm0, (%rax)"), 64);
}

TEST(Registers, ArePartsOfWholeOnes) {
  for (const auto &[part, whole] : {std::pair{"eax", "rax"},
                                    {"ah", "rax"},
                                    {"sil", "rsi"},
                                    {"bp", "rbp"},
                                    {"r8d", "r8"},
                                    {"r15b", "r15"},
                                    {"r10", "r10"},
                                    {"xmm3", "xmm3"}})
    EXPECT_EQ(whole_register(part), whole) << part;
  for (const auto &[name, bytes] : {std::pair{"rax", 8},
                                    {"r9", 8},
                                    {"r9d", 4},
                                    {"esi", 4},
                                    {"cx", 2},
                                    {"r11w", 2},
                                    {"dh", 1},
                                    {"r8b", 1},
                                    {"zmm31", 64},
                                    {"k1", 0}})
    EXPECT_EQ(register_bytes(name), bytes) << name;
}

} // namespace
} // namespace osaca::accuracy
