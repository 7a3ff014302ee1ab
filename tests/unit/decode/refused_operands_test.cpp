// Operands that would end LLVM's parser, and those like them that must still be read.
#include "decode_lines.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::HasSubstr;
using testing::whole_text;

std::string answer(const std::string &text) {
  const auto decoded = decode_assembly(text, "in.s", whole_text(Isa::x86_64, text));
  return decoded ? "" : decoded.error().text();
}

TEST(RefusedOperands, DivideByZeroInIntelSyntax) {
  for (const char *operand : {"5/0", "x%0", "5 mod 0", "5 MOD 0", "5/(1-1)", "5 / -0", "5/y", "5%y"}) {
    const std::string text = ".intel_syntax noprefix\ny = 0\nadd rax, " + std::string(operand) + "\nnop\n";
    EXPECT_THAT(answer(text), HasSubstr("in.s:3: a division")) << operand;
  }
  EXPECT_THAT(answer(".intel_syntax noprefix\nmov eax, DWORD PTR x[rip+4/0]\n"), HasSubstr("in.s:2: a division"));
  EXPECT_THAT(answer("movl $1, %eax\n.intel_syntax noprefix\nlabel: nop; lock add [rbx+5/0], rax\n"),
              HasSubstr("in.s:3: a division"));
}

TEST(RefusedOperands, AreNoneOfThese) {
  EXPECT_EQ(answer(".intel_syntax noprefix\nadd rax, 8/2\nadd rax, 9 % 4\nadd rax, 9 mod 5\n"), "");
  EXPECT_EQ(
      answer(".intel_syntax noprefix\n.file \"a/0\"\n.type f, %function\nf: nop # 5/0\nnop // 5/0\nnop /* 5/0 */\n"),
      "");
  EXPECT_EQ(answer(".intel_syntax noprefix\nnop\n.att_syntax\naddq %rax, %rbx\nmovl $4/2, %eax\n"), "");
  EXPECT_EQ(answer("addq %rax, %rbx\n"), "");
}

TEST(RefusedOperands, AreNamedArgumentsOfRepetitions) {
  for (const char *line : {".irp r,a x = 3", ".irp r, x=3", ".IRPC r,a x = 3"})
    EXPECT_THAT(answer("nop\n" + std::string(line) + "\nnop\n.endr\n"), HasSubstr("in.s:2: '.irp'")) << line;
}

} // namespace
} // namespace osaca
