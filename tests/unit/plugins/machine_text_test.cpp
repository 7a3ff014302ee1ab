// The loops of hand-written text in the form of Clang's verbose assembly: who jumps where can be read off by eye.
#include "text/machine_text.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace osaca::clang_plugin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

constexpr const char *nest = R"(	.text
	.file	"nest.c"
	.globl	nest                            # -- Begin function nest
	.type	nest,@function
nest:                                   # @nest
# %bb.0:                                # %entry
	.loc	0 7 0                           # nest.c:7:0
	testl	%esi, %esi
	jle	.LBB0_5
.LBB0_1:                                # %osaca.0.h
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB0_2 Depth 2
	.loc	0 3 0                           # nest.c:3:0
	xorl	%eax, %eax
.LBB0_2:                                # %osaca.1.h
                                        #   Parent Loop BB0_1 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	addl	$1, %eax
	cmpl	%esi, %eax
	jne	.LBB0_2
	jmp	.LBB0_3
.LBB0_3:                                # %osaca.0.b
                                        #   in Loop: Header=BB0_1 Depth=1
	.loc	0 0 0                           # nest.c:0:0
	decl	%edi
	jne	.LBB0_1
	jmp	.LBB0_5
.LBB0_5:
	retq
.Lfunc_end0:
	.size	nest, .Lfunc_end0-nest
                                        # -- End function
	.ident	"clang"
)";

TEST(MachineText, NestsLoopsByTheHeadersNamedInComments) {
  const std::vector<TextFunction> functions = read_machine_text(nest, "#");
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(functions[0].name, "nest");
  ASSERT_EQ(functions[0].loops.size(), 2U);
  const TextLoop &outer = functions[0].loops[0];
  const TextLoop &inner = functions[0].loops[1];
  EXPECT_EQ(outer.header, "BB0_1");
  EXPECT_EQ(outer.parent, -1);
  EXPECT_FALSE(outer.innermost);
  EXPECT_EQ(outer.ir_loop, 0);
  EXPECT_EQ(inner.parent, 0);
  EXPECT_TRUE(inner.innermost);
  EXPECT_EQ(inner.ir_loop, 1);
}

std::string line_of(const TextFunction &function, int number) {
  std::size_t start = 0;
  for (int i = 1; i < number; ++i)
    start = function.text.find('\n', start) + 1;
  return function.text.substr(start, function.text.find('\n', start) - start);
}

TEST(MachineText, LeavesTheJumpOutOfALoopOutOfIt) {
  const TextFunction function = read_machine_text(nest, "#").at(0);
  const auto &inner = function.loops[1].lines;
  ASSERT_EQ(inner.size(), 1U);
  EXPECT_EQ(line_of(function, inner[0].first), ".LBB0_2:");
  EXPECT_EQ(line_of(function, inner[0].second), "\tjne\t.LBB0_2");
  // In the loop around, the same jump is on the way round, but not the one that leaves it.
  const auto &outer = function.loops[0].lines;
  ASSERT_EQ(outer.size(), 1U);
  EXPECT_EQ(line_of(function, outer[0].first), ".LBB0_1:");
  EXPECT_EQ(line_of(function, outer[0].second), "\tjne\t.LBB0_1");
}

TEST(MachineText, EndsALoopAtItsLastInstructionWhereTheFunctionEnds) {
  const TextFunction function = read_machine_text(R"(	.globl	f                               # -- Begin function f
f:
.LBB0_1:                                # %osaca.0.h
                                        # =>This Inner Loop Header: Depth=1
	decl	%edi
	ja	.LBB0_1
	jmp	.LBB0_0
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
                                        # -- End function
)",
                                                  "#")
                                    .at(0);
  ASSERT_EQ(function.loops.size(), 1U);
  ASSERT_EQ(function.loops[0].lines.size(), 1U);
  EXPECT_EQ(line_of(function, function.loops[0].lines[0].second), "\tja\t.LBB0_1");
}

TEST(MachineText, KeepsTheTextButNeitherPlacesNorNamesOfBlocks) {
  const TextFunction function = read_machine_text(nest, "#").at(0);
  EXPECT_THAT(function.text, HasSubstr("\taddl\t$1, %eax\n"));
  EXPECT_THAT(function.text, HasSubstr("\t.type\tnest,@function\n"));
  EXPECT_THAT(function.text, Not(HasSubstr(".loc")));
  EXPECT_THAT(function.text, Not(HasSubstr("osaca")));
}

TEST(MachineText, TakesTheLineOfADirectiveForThePlaceOfWhatFollows) {
  const TextFunction function = read_machine_text(nest, "#").at(0);
  std::vector<std::pair<std::string, int>> places;
  for (const TextInstruction &instruction : function.instructions)
    places.emplace_back(line_of(function, instruction.line).substr(1, 4), instruction.place);
  EXPECT_THAT(places, ElementsAre(Pair("test", 6), Pair("jle\t", 6), Pair("xorl", 2), Pair("addl", 2), Pair("cmpl", 2),
                                  Pair("jne\t", 2), Pair("jmp\t", 2), Pair("decl", -1), Pair("jne\t", -1),
                                  Pair("jmp\t", -1), Pair("retq", -1)));
}

TEST(MachineText, DoesNotBelieveLabelsOfInlineAssembly) {
  const TextFunction function = read_machine_text(R"(	.globl	f                               # -- Begin function f
f:
# %bb.0:
	#APP
.LBB0_9:                                # =>This Inner Loop Header: Depth=1
	nop
	#NO_APP
	retq
                                        # -- End function
)",
                                                  "#")
                                    .at(0);
  EXPECT_TRUE(function.loops.empty());
  EXPECT_EQ(function.instructions.size(), 2U);
}

TEST(MachineText, TakesTheSectionOfConstantsAndTheTableOfJumps) {
  const std::vector<TextFunction> functions = read_machine_text(R"(	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3                               // -- Begin function f
.LCPI0_0:
	.xword	1
	.text
f:                                      // @f
	adr	x9, .LJTI0_0
	br	x9
.LBB0_1:
	ret
                                        // -- End function
	.section	.rodata,"a",@progbits
.LJTI0_0:
	.word	.LBB0_1-.LJTI0_0
	.globl	g                               // -- Begin function g
g:                                      // @g
	ret
                                        // -- End function
	.data
)",
                                                                "//");
  ASSERT_EQ(functions.size(), 2U);
  EXPECT_EQ(functions[0].text.find("\t.section\t.rodata.cst8"), 0U);
  EXPECT_THAT(functions[0].text, HasSubstr(".word\t.LBB0_1-.LJTI0_0\n"));
  EXPECT_EQ(functions[1].name, "g");
  EXPECT_THAT(functions[1].text, Not(HasSubstr(".data")));
}

void expect_consistent(const TextFunction &function) {
  const auto line_count = std::ranges::count(function.text, '\n') + 1;
  for (const TextInstruction &instruction : function.instructions)
    EXPECT_LE(instruction.line, line_count);
  for (std::size_t i = 0; i < function.loops.size(); ++i) {
    EXPECT_LT(function.loops[i].parent, static_cast<int>(i));
    for (const auto &[first, last] : function.loops[i].lines) {
      EXPECT_GE(first, 1);
      EXPECT_LE(first, last);
      EXPECT_LE(last, line_count);
    }
  }
}

TEST(MachineText, TellsAddressesWithoutDisplacementsAndWherePlacesBegin) {
  const std::vector<TextFunction> functions = read_machine_text("\t.globl\tf   # -- Begin function f\n"
                                                                "f:\n"
                                                                "\t.loc\t0 3 0\n"
                                                                "\tmovups\t16(%rax,%rcx,8), %xmm0 # xmm0 = (xmm1)\n"
                                                                "\taddps\t%xmm1, %xmm0   # xmm0 = mem[0,1]\n"
                                                                "\tleaq\t8(%rdi), %rdx\n"
                                                                "\t.loc\t0 4 0\n"
                                                                "\tmov\teax, dword ptr [rcx + 8*rdi - 24]\n"
                                                                "\tldr\tq0, [x8, x9]\n"
                                                                "# -- End function\n",
                                                                "#");
  ASSERT_EQ(functions.size(), 1U);
  std::vector<std::string> addresses;
  std::vector<bool> begin_places;
  for (const TextInstruction &instruction : functions[0].instructions) {
    addresses.push_back(instruction.address);
    begin_places.push_back(instruction.begins_place);
  }
  EXPECT_THAT(addresses, ElementsAre("(%rax,%rcx,8", "", "", "[rcx + 8*rdi", "[x8, x9"));
  EXPECT_THAT(begin_places, ElementsAre(true, false, false, true, false));
}

TEST(MachineText, WhatIsCutOffAnywhereHasOnlyLinesThatAreThere) {
  const std::string whole = nest;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    SCOPED_TRACE(length);
    for (const TextFunction &function : read_machine_text(std::string_view(whole).substr(0, length), "#"))
      expect_consistent(function);
  }
}

} // namespace
} // namespace osaca::clang_plugin
