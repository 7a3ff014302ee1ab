// What assembly may not make the reader do: expand without end, recurse without end, read other files. Each case has to
// be answered with a message, and (what the test's time limit watches over) at once.
#include "decode_lines.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::HasSubstr;
using testing::whole_text;

std::string refusal(const std::string &text) {
  const auto decoded = decode_assembly(text, "in.s", whole_text(Isa::x86_64, text));
  if (!decoded)
    return decoded.error().text();
  ADD_FAILURE() << "accepted: " << text.substr(0, 200);
  return {};
}

std::string repeated(const std::string &part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i)
    text += part;
  return text;
}

struct Named {
  const char *name;
  std::string text;
};

std::ostream &operator<<(std::ostream &out, const Named &named) { return out << named.name; }
std::string name_of_case(const ::testing::TestParamInfo<Named> &info) { return info.param.name; }

class RefusedExpansion : public ::testing::TestWithParam<Named> {};

TEST_P(RefusedExpansion, GivesAMessage) {
  EXPECT_THAT(refusal("nop\n" + GetParam().text + "nop\n"), HasSubstr("in.s:"));
}

const std::string nops = "\nnop\n.endr\n";
const std::string billion = "1000000000" + nops;

INSTANTIATE_TEST_SUITE_P(
    Repetitions, RefusedExpansion,
    ::testing::Values(Named{"Plain", ".rept " + billion}, Named{"OldName", ".rep " + billion},
                      Named{"Capitals", ".REPT " + billion}, Named{"MixedCase", ".RePt " + billion},
                      Named{"Tabs", "\t.rept\t" + billion}, Named{"Parenthesis", ".rept(1000000000)" + nops},
                      Named{"Hexadecimal", ".rept 0x3b9aca00" + nops}, Named{"Sum", ".rept 1 + " + billion},
                      Named{"Product", ".rept 1000*1000*1000" + nops},
                      Named{"Symbol", "n = 1000000000\n.rept n" + nops}, Named{"CommentInside", ".rept/**/" + billion},
                      Named{"QuotedName", "\".rept\" " + billion}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(HiddenRepetitions, RefusedExpansion,
                         ::testing::Values(Named{"BehindLabels", "a: b: 1: .rept " + billion},
                                           Named{"BehindAQuotedLabel", "\"a b\": .rept " + billion},
                                           Named{"BehindAStatement", "nop; .rept " + billion},
                                           Named{"BehindAString", ".ascii \"x\"; .rept " + billion},
                                           Named{"BehindAComment", "/* x */ .rept " + billion},
                                           Named{"BehindAQuoteInAComment", "/* \" */ .rept " + billion},
                                           Named{"BehindAQuoteCharacter", ".byte '\"'; .rept " + billion + "# \"\n"},
                                           Named{"BehindAStringOfTwoLines", ".ascii \"a\nb\"; .rept " + billion},
                                           Named{"BehindAStringThatLooksLikeAComment",
                                                 ".ascii \"\n# \"; .rept " + billion},
                                           Named{"BehindACarriageReturn", "nop\r.rept " + billion},
                                           Named{"BehindACommentThatACarriageReturnEnds", "# x\r.rept " + billion},
                                           Named{"BehindTheEndOfAnother", ".rept 1\nnop\n.endr; .rept " + billion},
                                           Named{"BehindTheEndOfAComment", "/*\n# */ .rept " + billion}),
                         name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Nested, RefusedExpansion,
    ::testing::Values(
        Named{"ThreeDeep", repeated(".rept 1000\n", 3) + "nop\n" + repeated(".endr\n", 3)},
        Named{"EndsInStrings", repeated(".rept 1000\n.ascii \"\n.endr\n\"\n", 3) + repeated(".endr\n", 3)},
        Named{"EndsInComments", repeated(".rept 1000\n/*\n.endr\n*/\n", 3) + repeated(".endr\n", 3)},
        Named{"EndsOfTheWrongKind", repeated(".rept 1000\n.endm\n", 3) + "nop\n" + repeated(".endr\n", 3)},
        Named{"EndsInCapitals", repeated(".rept 1000\n.ENDR\n", 3) + "nop\n" + repeated(".endr\n", 3)},
        Named{"ListsOfCharacters",
              repeated(".irpc c," + repeated("0123456789", 100) + "\n", 3) + "nop\n" + repeated(".endr\n", 3)}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Bytes, RefusedExpansion,
    ::testing::Values(Named{"LongLineRepeated", ".rept 90000\n.ascii \"" + repeated("x", 1000000) + "\"\n.endr\n"},
                      Named{"LongArgumentRepeated",
                            ".irp x," + repeated("y", 100000) + "\n.ascii " + repeated("\\x", 100000) + "\n.endr\n"},
                      Named{"LongDefaultRepeated", ".macro m x=" + repeated("y", 100000) + "\n.ascii " +
                                                       repeated("\\x", 100000) + "\n.endm\nm\n"},
                      Named{"LongCallRepeated", ".macro m x\n.ascii " + repeated("\\x", 100000) + "\n.endm\nm " +
                                                    repeated("y", 100000) + "\n"}),
    name_of_case);

std::string doubling_arguments() {
  std::string text = ".macro m0 x\n.endm\n";
  for (int i = 1; i < 19; ++i)
    text += ".macro m" + std::to_string(i) + " x\nm" + std::to_string(i - 1) + repeated(" \\x", 50) + "\n.endm\n";
  return text + "m18 a\n";
}

std::string calling_ten_times_each() {
  std::string text = ".macro m0\nnop\n.endm\n";
  for (int i = 1; i < 19; ++i)
    text += ".macro m" + std::to_string(i) + "\n" + repeated("m" + std::to_string(i - 1) + "\n", 10) + ".endm\n";
  return text + "m18\n";
}

INSTANTIATE_TEST_SUITE_P(
    Macros, RefusedExpansion,
    ::testing::Values(
        Named{"OfItself", ".macro m\nm\nm\n.endm\nm\n"}, Named{"OfItselfInCapitals", ".macro M\nm\nM\n.endm\nM\n"},
        Named{"OfItselfBehindAStatement", ".macro m\nnop; m; m\n.endm\nm\n"},
        Named{"OfItselfBehindALabel", ".macro m\n1: m\n2: m\n.endm\nm\n"},
        Named{"OfItselfBehindACondition", ".macro m\n.if 1; m; m; .endif\n.endm\nm\n"},
        Named{"OfItselfBehindACarriageReturn", ".macro m\nnop\rm\rm\n.endm\nm\n"},
        Named{"OfItselfBehindAComment", ".macro m\n/**/m\n/**/m\n.endm\nm\n"},
        Named{"OfItselfWithAParenthesis", ".macro m x\nm(1)\nm(1)\n.endm\nm(1)\n"},
        Named{"OfItselfInQuotes", ".macro m\n\"m\"\n\"m\"\n.endm\nm\n"},
        Named{"OfItselfByArgument", ".macro m x\n\\x \\x\n\\x \\x\n.endm\nm m\n"},
        Named{"OfItselfByGluedArguments", ".macro ab x y\n\\x\\y \\x \\y\n\\x\\y \\x \\y\n.endm\nab a b\n"},
        Named{"OfEachOther", ".macro a\nb\nb\n.endm\n.macro b\na\na\n.endm\na\n"},
        Named{"OfALaterOne", ".macro a\nb\n.endm\n.macro b\nnop\n.endm\na\n"},
        Named{"ManyCallsEach", calling_ten_times_each()}, Named{"GrowingArguments", doubling_arguments()},
        Named{"ArgumentThatHoldsStatements", ".macro m x\nnop; \\x\n.endm\nm \"nop; .rept 1000000000\"\nnop\n"},
        Named{"DefinedTwiceOnceInVain", ".macro m\n" + repeated("nop\n", 1000) +
                                            ".endm\n.if 0\n.macro m\n.endm\n.endif\n" + repeated("m\n", 1000)},
        Named{"DefinedInAMacro", ".macro a\n.macro b\nnop\n.endm\n.endm\na\nb\n"},
        Named{"RepetitionByArgument", ".macro m n\n.rept \\n\nnop\n.endr\n.endm\nm 1000000000\n"},
        Named{"AlternateMode", ".altmacro\nnop\n"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Expressions, RefusedExpansion,
    ::testing::Values(Named{"Parentheses", ".quad " + repeated("(", 100000) + "1" + repeated(")", 100000) + "\n"},
                      Named{"Signs", ".quad " + repeated("-", 100000) + "1\n"},
                      Named{"BehindAStringOfTwoLines", ".ascii \"\n\"; .quad " + repeated("(", 100000) + "\n"},
                      Named{"BehindAQuoteCharacter", ".byte '\"'; .quad " + repeated("(", 100000) + "\n"},
                      Named{"BehindTwoQuoteCharacters", ".byte '\"', '\"'; .quad " + repeated("~", 100000) + "1\n"},
                      Named{"OneUnclosedBracketOperand", "movq " + repeated("(", 100000) + "\n"}),
    name_of_case);

std::string chain(const std::string &before, const std::string &between, int length) {
  std::string text = before + "a0" + between + "1\n";
  for (int i = 1; i < length; ++i)
    text +=
        before + "a" + std::to_string(i) + between + "a" + std::to_string(i - 1) + "+a" + std::to_string(i - 1) + "\n";
  return text + ".quad a" + std::to_string(length - 1) + "\n";
}

INSTANTIATE_TEST_SUITE_P(Definitions, RefusedExpansion,
                         ::testing::Values(Named{"SetChain", chain(".set ", ", ", 60)},
                                           Named{"EquChain", chain(".equ ", ", ", 60)},
                                           Named{"AssignmentChain", chain("", " = ", 60)}),
                         name_of_case);

TEST(RefusedFiles, WhateverTheLetterCase) {
  for (const char *name : {".include", ".INCLUDE", ".Include", ".incbin", ".INCBIN", ".incBin"}) {
    EXPECT_THAT(refusal(std::string("nop\n") + name + " \"/etc/hostname\"\nnop\n"), HasSubstr("in.s:2: '.inc")) << name;
    EXPECT_THAT(refusal(std::string("nop; ") + name + " \"/dev/zero\"\n"), HasSubstr("is not allowed")) << name;
  }
}

} // namespace
} // namespace osaca
