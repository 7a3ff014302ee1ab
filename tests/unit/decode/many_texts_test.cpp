// One decoder reads many texts: nothing that one of them defines may reach the next.
#include "decode/decoder.h"

#include "decode_lines.h"

#include <gtest/gtest.h>

namespace osaca::testing {
namespace {

struct Text {
  Isa isa;
  std::string lines;
  bool intel = false;
};

std::string shown(const Expected<DecodedInput> &decoded) {
  if (!decoded)
    return decoded.error().text();
  std::ostringstream out;
  for (const Error &problem : decoded->problems)
    out << problem.text() << '\n';
  for (const Kernel &kernel : decoded->kernels)
    for (const Instruction &instruction : kernel.instructions)
      out << instruction.line << ' ' << instruction.opcode << ' ' << instruction.mnemonic << ' ' << instruction.text
          << ' ' << instruction.size_bytes << " to " << instruction.branch_target << ": " << effects_of(instruction)
          << '\n';
  return out.str();
}

const std::vector<Text> &texts() {
  static const std::vector<Text> all = {
      {Isa::x86_64, "again:\naddq $step, %rax\njne again"},
      {Isa::x86_64,
       "step = 3\n.macro twice reg\naddq $step, \\reg\naddq $step, \\reg\n.endm\nagain:\ntwice %rax\njne again"},
      {Isa::x86_64, "again:\ntwice %rax\njne again"},
      {Isa::x86_64, ".if 1\nagain: incq %rax"},
      {Isa::x86_64, "again:\n.set step, 100000\naddq $step, %rax\njne again"},
      {Isa::x86_64, "1: nosuch %rax\nincq %rax\njne 1b"},
      {Isa::x86_64, "1: incq %rax\njne 1b\n1: decq %rax\njne 1b"},
      {Isa::x86_64, ".intel_syntax noprefix\nadd rax, qword ptr [rdi + 8]"},
      {Isa::x86_64, "add rax, qword ptr [rdi + 8]", true},
      {Isa::x86_64, ".code32\nincl %eax\n.code16\nincl %eax"},
      {Isa::x86_64, "movb %ah, %r8b\nincl %eax"}, // cannot be encoded
      {Isa::x86_64, ".section .text.cold,\"ax\"\n.file 1 \"a.c\"\n.loc 1 7 2\nincl %eax"},
      {Isa::x86_64, "incl %eax\njmp far@PLT"},
      {Isa::x86_64, ".incbin \"file\"\nincl %eax"},
      {Isa::aarch64, "again:\nldr x0, [x1, #8]!\nsubs x2, x2, #1\nb.ne again"},
      {Isa::aarch64, ".arch armv8-a+nosve\nadd x0, x0, :lo12:again"},
      {Isa::riscv64, "again:\nld a0, %pcrel_lo(again)(a1)\nbnez a0, again"},
      {Isa::riscv64, ".option norvc\nc.addi a0, 1\naddi a0, a0, 1"},
  };
  return all;
}

TEST(many_texts, are_read_like_each_alone) {
  AssemblyDecoder decoder;
  for (const Text &before : texts())
    for (const Text &text : texts()) {
      (void)decoder.decode(before.lines, "before.s", whole_text(before.isa, before.lines, before.intel));
      const DecodeOptions options = whole_text(text.isa, text.lines, text.intel);
      EXPECT_EQ(shown(decoder.decode(text.lines, "text.s", options)),
                shown(decode_assembly(text.lines, "text.s", options)))
          << text.lines << "\nafter\n"
          << before.lines;
    }
}

// Text without directives is read with less set up around it.
TEST(many_texts, are_read_the_same_with_and_without_a_directive) {
  const std::vector<Text> plain = {
      {Isa::x86_64, "again:\nvmovupd (%rsi,%rcx,8), %zmm0\nvaddsd .LC0(%rip), %xmm1, %xmm1\njne again"},
      {Isa::x86_64, "1: incl %eax\nx = 3\n.L3: addq $x-., %rax\njne 1b\nlock addl $1, (%rax)"},
      {Isa::x86_64, "incl %eax\n.LONG 5\n.LCOMM y,4\n.LINE 3\n.LTORG\n.2byte 3\n.8byte .\ndecl %eax"},
      {Isa::x86_64, "add rax, qword ptr [rdi + 8]", true},
      {Isa::aarch64, "ldr x0, =0x12345678\n.LTORG\nb.ne .L3\n.L3: ldr x1, =.L3"},
      {Isa::riscv64, ".L1: la a0, .L1\ncall .L1\nld a0, 8(a1)\nbnez a0, .L1"},
  };
  for (const Text &text : plain) {
    AssemblyDecoder decoder;
    const DecodeOptions options = whole_text(text.isa, text.lines, text.intel);
    EXPECT_EQ(shown(decoder.decode(text.lines, "text.s", options)),
              shown(decoder.decode(text.lines + "\n.p2align 4", "text.s", options)))
        << text.lines;
  }
}

TEST(many_texts, know_nothing_of_each_others_macros) {
  AssemblyDecoder decoder;
  const auto decode = [&](const Text &text) {
    return decoder.decode(text.lines, "text.s", whole_text(text.isa, text.lines, text.intel));
  };
  const auto with_macro = decode(texts()[1]);
  ASSERT_TRUE(with_macro);
  EXPECT_TRUE(with_macro->problems.empty());
  const auto without = decode(texts()[2]);
  ASSERT_TRUE(without);
  EXPECT_EQ(without->problems.size(), 1u);
}

TEST(many_texts, may_be_of_cores_with_other_instructions) {
  AssemblyDecoder decoder;
  const std::string text = "fmla z0.d, p0/m, z1.d, z2.d";
  DecodeOptions options = whole_text(Isa::aarch64, text);
  EXPECT_TRUE(decoder.decode(text, "all.s", options));
  options.features_cpu = "neoverse-n1"; // has no SVE
  EXPECT_FALSE(decoder.decode(text, "n1.s", options));
  options.features_cpu = "neoverse-v1";
  EXPECT_TRUE(decoder.decode(text, "v1.s", options));
  options.features_cpu = "no such";
  EXPECT_FALSE(decoder.decode(text, "none.s", options));
}

} // namespace
} // namespace osaca::testing
