// Macros and repetitions of reasonable size are expanded; text that only mentions them, as compilers' output does in
// strings and comments, is read as ever.
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::instructions_of;

std::vector<std::string> mnemonics(const std::string &text) {
  std::vector<std::string> all;
  for (const Instruction &instruction : instructions_of(Isa::x86_64, text))
    all.push_back(instruction.mnemonic);
  return all;
}

using Mnemonics = std::vector<std::string>;

TEST(SmallExpansions, Repetitions) {
  EXPECT_EQ(mnemonics(".rept 3\nnop\n.endr\n"), Mnemonics(3, "nop"));
  EXPECT_EQ(mnemonics("nop\n.rept 2\n.rept 3\nnop\n.endr\n.endr\n"), Mnemonics(7, "nop"));
  EXPECT_EQ(mnemonics(".rept 4; nop; .endr\n"), Mnemonics(4, "nop"));
  EXPECT_EQ(mnemonics(".rept 2 # twice\nnop\n.endr # done\n"), Mnemonics(2, "nop"));
  EXPECT_EQ(mnemonics(".rept 0\nnop\n.endr\ninc %eax\n"), Mnemonics{"inc"});
  EXPECT_EQ(mnemonics(".rept 2\r\nnop\r\n.endr\r\n"), Mnemonics(2, "nop"));
}

TEST(SmallExpansions, Lists) {
  EXPECT_EQ(mnemonics(".irp r, %eax, %ebx\nincl \\r\n.endr\n"), Mnemonics(2, "inc"));
  EXPECT_EQ(mnemonics(".irpc n, 012\nmovl $\\n, %eax\n.endr\n"), Mnemonics(3, "mov"));
}

TEST(SmallExpansions, Macros) {
  EXPECT_EQ(mnemonics(".macro twice r\nincl \\r\nincl \\r\n.endm\ntwice %eax\ntwice %ebx\n"), Mnemonics(4, "inc"));
  EXPECT_EQ(mnemonics(".macro a\nnop\n.endm\n.macro b\na\na\n.endm\nb\nb\n"), Mnemonics(4, "nop"));
  EXPECT_EQ(mnemonics(".macro a n\n.rept 3\nnop\n.endr\n.endm\na 1\na 2\n"), Mnemonics(6, "nop"));
  EXPECT_EQ(mnemonics(".macro add3 r, n=3\naddl $\\n, \\r\n.endm\nadd3 %eax\nadd3 %eax, 4\n"), Mnemonics(2, "add"));
}

TEST(SmallExpansions, HaveTheLineOfTheRepetition) {
  const auto all = instructions_of(Isa::x86_64, "inc %eax\n\n.rept 1\nnop\n.endr\ninc %ebx\n");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].line, 1);
  EXPECT_EQ(all[1].line, 3);
  EXPECT_EQ(all[2].line, 6);
}

TEST(MentionedExpansions, InStrings) {
  for (const char *text :
       {".section .rodata\n.string \".rept 1000000000\"\n.text\nnop\n", ".ascii \".macro m\\n\"\nnop\n",
        ".string \"it's ; .rept 1000000000\"\nnop\n", ".string \"say \\\".rept 9\\\"\"\nnop\n",
        ".ascii \"\\\\\"\n.ascii \".include\"\nnop\n", ".string \".irp x, \\\\y\"\nnop\n"})
    EXPECT_EQ(mnemonics(text), Mnemonics{"nop"}) << text;
}

TEST(MentionedExpansions, InComments) {
  for (const char *text : {"# .rept 1000000000\nnop\n", "nop # .rept 1000000000\n", "nop # see .macro foo\n",
                           "/* .macro */ nop\n", "/*\n .rept 1000000000 of them\n*/\nnop\n",
                           "#APP\n# 3 \"f.c\" 1\nnop # it's .rept\n#NO_APP\n", "nop // .macro m\n"})
    EXPECT_EQ(mnemonics(text), Mnemonics{"nop"}) << text;
}

TEST(MentionedExpansions, BesideRealOnes) {
  EXPECT_EQ(mnemonics("nop # a .macro foo\n.rept 3\nnop\n.endr\n.string \".rept 1000000000\"\n"), Mnemonics(4, "nop"));
  EXPECT_EQ(mnemonics(".macro m\nnop\n.endm\n.string \"m\"\nm\n.string \".macro n\"\n"), Mnemonics(1, "nop"));
}

TEST(MentionedExpansions, InNames) {
  EXPECT_EQ(mnemonics("f.rept.1:\nnop\n.macro_table:\nnop\n.type f.macro, @function\nf.macro: nop\n"),
            Mnemonics(3, "nop"));
}

/// Strings of compilers hold anything; how long they are must not matter.
TEST(OrdinaryText, LongStringsOfBrackets) {
  std::string brackets(5000, '(');
  EXPECT_EQ(mnemonics(".string \"" + brackets + "\"\nnop\n"), Mnemonics{"nop"});
  EXPECT_EQ(mnemonics(".string \"it's\"\n.string \"" + brackets + "\"\nnop\n"), Mnemonics{"nop"});
}

TEST(OrdinaryText, ManyIndependentDefinitions) {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += ".set alias" + std::to_string(i) + ", f+" + std::to_string(i) + "\n";
  EXPECT_EQ(mnemonics("f: nop\n" + text), Mnemonics{"nop"});
}

} // namespace
} // namespace osaca
