// Innermost loops and their paths, found without markers. The expectations are drawn by hand from the control flow.
#include "loops/regions.h"
#include "regions_listing.h"
#include "render/words/words.h"

#include <gmock/gmock.h>

#include <set>

namespace osaca {
namespace {

using testing::body;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::toy_unit;

std::vector<Kernel> kernels(const std::string &listing, int max_paths = 8, std::vector<std::string> functions = {}) {
  RegionSelection selection;
  selection.functions = std::move(functions);
  auto found = select_kernels(toy_unit(listing), "toy.s", selection, max_paths);
  EXPECT_TRUE(found) << found.error().text();
  return found ? found->kernels : std::vector<Kernel>{};
}

std::vector<std::string> bodies(const std::vector<Kernel> &all) {
  std::vector<std::string> texts;
  for (const Kernel &kernel : all)
    texts.push_back(body(kernel));
  return texts;
}

/// Why there are no kernels.
std::string nothing_in(const std::string &listing, std::vector<std::string> functions = {}) {
  RegionSelection selection;
  selection.functions = std::move(functions);
  const auto found = select_kernels(toy_unit(listing), "toy.s", selection, 8);
  EXPECT_TRUE(found && found->kernels.empty());
  return found && found->nothing ? found->nothing->text() : "";
}

TEST(InnermostLoops, AStraightLoopIsOneKernelNamedAfterItsLabel) {
  const auto all = kernels("fn f:\n init\n.L3:\n load @7\n add @8\n jne .L3\n ret\n");
  ASSERT_THAT(bodies(all), ElementsAre("load @7; add @8; jne .L3"));
  EXPECT_EQ(all[0].name, ".L3");
  EXPECT_EQ(all[0].function, "f");
  EXPECT_EQ(all[0].region, RegionKind::loop);
  EXPECT_EQ(all[0].source.text(), "toy.c:7");
  EXPECT_EQ(all[0].input.text(), "toy.s:4");
  EXPECT_EQ(all[0].way_back, WayBack::at_end);
  EXPECT_EQ(all[0].path.count, 1);
  EXPECT_FALSE(all[0].path.truncated);
  EXPECT_EQ(text_of(all[0].path.branches), "");
}

TEST(InnermostLoops, OnlyTheInnerOfTwoNestedLoopsIsAKernel) {
  EXPECT_THAT(bodies(kernels(".L1:\n a\n.L2:\n b\n jne .L2\n c\n jne .L1\n ret\n")), ElementsAre("b; jne .L2"));
}

TEST(InnermostLoops, SeveralLoopsComeInInputOrder) {
  const auto all = kernels("fn f:\n.L1:\n a\n jne .L1\n ret\nfn g:\n.L2:\n b\n jne .L2\n ret\n");
  EXPECT_THAT(bodies(all), ElementsAre("a; jne .L1", "b; jne .L2"));
  EXPECT_EQ(all[1].function, "g");
}

TEST(InnermostLoops, ADebugLabelBeforeTheLoopLabelDoesNotNameIt) {
  EXPECT_EQ(kernels(".LVL4:\n.L3:\n.LBB7:\n a\n jne .L3\n")[0].name, ".L3");
}

TEST(InnermostLoops, PathsOfALongLoopHaveDifferentNames) {
  std::string listing = ".head:\n";
  for (int i = 0; i < 50; ++i)
    listing += " je .S" + std::to_string(i) + "\n x\n.S" + std::to_string(i) + ":\n y\n";
  std::set<std::string> descriptions;
  for (const Kernel &kernel : kernels(listing + " jne .head\n"))
    descriptions.insert(text_of(kernel.path.branches));
  EXPECT_EQ(descriptions.size(), 8U);
}

TEST(InnermostLoops, ALoopEnteredAtItsTestStartsThere) {
  // while loop as compilers lay it out without optimising: jump to the test at the bottom
  EXPECT_THAT(bodies(kernels(" jmp .L2\n.L3:\n work\n.L2:\n test\n jne .L3\n ret\n")),
              ElementsAre("test; jne .L3; work"));
}

/// The branches of a kernel that it takes.
std::vector<std::string> taken(const Kernel &kernel) {
  std::vector<std::string> texts;
  for (const Instruction &instruction : kernel.instructions)
    if (instruction.is_taken || (instruction.is_branch && !instruction.is_conditional))
      texts.push_back(instruction.text);
  return texts;
}

TEST(InnermostLoops, APathThatFallsIntoTheTestIsClosedByTheJumpAfterIt) {
  // for (; i < n; ++i) if (p[i] == c) break; as g++ -O2 lays it out
  const auto all = kernels(" jmp .L5\n.L9:\n inc\n cmp\n je .L8\n.L5:\n load\n jne .L9\n ret\n.L8:\n ret\n");
  ASSERT_THAT(bodies(all), ElementsAre("load; jne .L9; inc; cmp; je .L8"));
  EXPECT_THAT(taken(all[0]), ElementsAre("jne .L9"));
  EXPECT_EQ(all[0].way_back, WayBack::earlier);
}

TEST(InnermostLoops, OfSeveralPathsEachClosesInItsOwnWay) {
  const auto all = kernels(" jmp .L2\n.L3:\n a\n je .L2\n b\n.L2:\n test\n jne .L3\n ret\n");
  ASSERT_THAT(bodies(all), ElementsAre("test; jne .L3; a; je .L2; b", "test; jne .L3; a; je .L2"));
  EXPECT_THAT(taken(all[0]), ElementsAre("jne .L3"));
  EXPECT_EQ(all[0].way_back, WayBack::earlier);
  EXPECT_THAT(taken(all[1]), ElementsAre("jne .L3", "je .L2"));
  EXPECT_EQ(all[1].way_back, WayBack::at_end);
}

TEST(InnermostLoops, ALatchMayBeAPlainJump) {
  EXPECT_THAT(bodies(kernels(".L2:\n test\n je .L4\n work\n jmp .L2\n.L4:\n ret\n")),
              ElementsAre("test; je .L4; work; jmp .L2"));
}

TEST(InnermostLoops, ColdCodeOutOfLineIsAPathInExecutionOrder) {
  const auto all = kernels(".L2:\n a\n jne .L9\n.L5:\n b\n jne .L2\n ret\n.L9:\n cold\n jmp .L5\n");
  EXPECT_THAT(bodies(all), ElementsAre("a; jne .L9; b; jne .L2", "a; jne .L9; cold; jmp .L5; b; jne .L2"));
  EXPECT_EQ(text_of(all[0].path.branches), ".L9 not taken at line 3");
  EXPECT_EQ(text_of(all[1].path.branches), ".L9 taken at line 3");
  EXPECT_EQ(all[1].path.number, 2);
  EXPECT_EQ(all[1].path.count, 2);
}

TEST(InnermostLoops, ColdCodeInAnotherSectionBelongsToTheLoop) {
  const std::string hot = "fn f:\n enter\n.L2:\n a\n jne .L9\n.L5:\n b\n jne .L2\n ret\n";
  const std::string cold = "fn f.cold:\n.L9:\n cold\n jmp .L5\n";
  const auto after = kernels(".section .text\n" + hot + ".section .text.unlikely\n" + cold);
  const auto before = kernels(".section .text.unlikely\n" + cold + ".section .text\n" + hot); // as linkers place it
  EXPECT_THAT(bodies(after), ElementsAre("a; jne .L9; b; jne .L2", "a; jne .L9; cold; jmp .L5; b; jne .L2"));
  EXPECT_EQ(bodies(before), bodies(after));
  EXPECT_EQ(before[0].function, "f");
}

TEST(InnermostLoops, ControlContinuesInTheSameSectionAcrossAnother) {
  EXPECT_THAT(bodies(kernels(".L1:\n a\n.section .fixup\n x\n jmp .L7\n.section .text\n b\n jne .L1\n.L7:\n ret\n")),
              ElementsAre("a; b; jne .L1"));
}

TEST(InnermostLoops, ADiamondGivesBothArms) {
  EXPECT_THAT(bodies(kernels(".L1:\n a\n je .L3\n then\n jmp .L4\n.L3:\n else\n.L4:\n b\n jne .L1\n")),
              ElementsAre("a; je .L3; then; jmp .L4; b; jne .L1", "a; je .L3; else; b; jne .L1"));
}

TEST(InnermostLoops, ContinueMakesASecondLatch) {
  EXPECT_THAT(bodies(kernels(".L1:\n a\n je .L1\n b\n jne .L1\n ret\n")),
              ElementsAre("a; je .L1; b; jne .L1", "a; je .L1"));
}

TEST(InnermostLoops, WaysOutAreNotIterations) {
  const auto all = kernels(".L1:\n a\n je .L8\n b\n je .L9\n c\n jne .L1\n.L8:\n ret\n.L9:\n x\n ret\n");
  EXPECT_THAT(bodies(all), ElementsAre("a; je .L8; b; je .L9; c; jne .L1"));
  EXPECT_EQ(text_of(all[0].path.branches), "");
}

TEST(InnermostLoops, CallsThatNeverReturnAndTrapsLeaveTheLoop) {
  for (const std::string end : {"call abort", "call __assert_fail@PLT", "call _ZSt20__throw_length_errorPKc", "ud2"})
    EXPECT_THAT(bodies(kernels(".L1:\n a\n je .L2\n b\n " + end + "\n.L2:\n c\n jne .L1\n")),
                ElementsAre("a; je .L2; c; jne .L1"))
        << end;
}

TEST(InnermostLoops, AnOrdinaryCallStaysOnThePath) {
  EXPECT_THAT(bodies(kernels(".L1:\n a\n call sin\n jne .L1\n")), ElementsAre("a; call sin; jne .L1"));
}

TEST(InnermostLoops, ACallAtTheEndOfAFunctionDoesNotRunIntoTheNext) {
  // fail() never returns, as the compiler knew: no ret follows. g does not belong to a loop of f.
  EXPECT_THAT(bodies(kernels("fn f:\n.L1:\n a\n je .L1\n call fail\nfn g:\n b\n jmp .L1\n")), ElementsAre("a; je .L1"));
}

TEST(InnermostLoops, ABranchToTheNextInstructionIsNoChoice) {
  EXPECT_THAT(bodies(kernels(".L1:\n a\n je .L2\n.L2:\n b\n jne .L1\n")), ElementsAre("a; je .L2; b; jne .L1"));
}

TEST(InnermostLoops, CasesOfAJumpTableAreTheLabelledBlocksAfterIt) {
  const auto all = kernels(".L1:\n a\n jmp *\n.L4:\n x\n jmp .L9\n.L5:\n y\n jmp .L9\n.L9:\n b\n jne .L1\n ret\n");
  EXPECT_THAT(bodies(all), ElementsAre("a; jmp *; x; jmp .L9; b; jne .L1", "a; jmp *; y; jmp .L9; b; jne .L1"));
  EXPECT_EQ(text_of(all[1].path.branches), ".L5 next at line 3");
}

TEST(InnermostLoops, TwoSwitchesInARowAreNoLoop) {
  EXPECT_THAT(nothing_in(" jmp *\n.L1:\n a\n jmp .L5\n.L2:\n b\n.L5:\n c\n jmp *\n.L6:\n d\n ret\n.L7:\n e\n ret\n"),
              HasSubstr("no loop"));
}

TEST(InnermostLoops, ALandingPadThatReturnsToTheLoopDoesNotMoveItsHeader) {
  // .L8 is reached by the unwinder only and jumps into the middle of the loop
  EXPECT_THAT(bodies(kernels("fn f:\n i\n.L1:\n a\n.L2:\n b\n jne .L1\n ret\n.L8:\n catch\n jmp .L2\n")),
              ElementsAre("a; b; jne .L1"));
}

TEST(InnermostLoops, ALoopWithTwoEntriesIsStillFound) {
  EXPECT_THAT(bodies(kernels(" je .L2\n.L1:\n a\n.L2:\n b\n jne .L1\n ret\n")), ElementsAre("a; b; jne .L1"));
}

TEST(InnermostLoops, AnEndlessLoopOfOneInstruction) {
  EXPECT_THAT(bodies(kernels(".L1:\n jmp .L1\n")), ElementsAre("jmp .L1"));
}

TEST(InnermostLoops, AnUndefinedTargetIsAWayOut) {
  EXPECT_THAT(bodies(kernels(".L1:\n a\n je elsewhere\n jne .L1\n")), ElementsAre("a; je elsewhere; jne .L1"));
}

TEST(InnermostLoops, ExponentiallyManyPathsAreCutAndSaidToBe) {
  std::string listing = ".head:\n";
  for (int i = 0; i < 200; ++i)
    listing += " je .S" + std::to_string(i) + "\n x\n.S" + std::to_string(i) + ":\n y\n";
  const auto all = kernels(listing + " jne .head\n", 3);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_TRUE(all[0].path.truncated);
  EXPECT_EQ(all[0].path.count, 3);
  EXPECT_EQ(all[0].instructions.size(), 601U); // nothing skipped
  EXPECT_EQ(all[1].instructions.size(), 600U); // the last diamond's arm skipped
  EXPECT_THAT(text_of(all[0].path.branches), HasSubstr("192 earlier branches, .S192 not taken"));
}

TEST(InnermostLoops, AtLeastOnePathIsGivenWhateverTheLimit) {
  EXPECT_EQ(kernels(".L1:\n a\n je .L1\n b\n jne .L1\n", 0).size(), 1U);
  EXPECT_EQ(kernels(".L1:\n a\n je .L1\n b\n jne .L1\n", -5).size(), 1U);
}

TEST(InnermostLoops, FunctionsCanBeChosen) {
  const std::string listing = "fn f:\n.L1:\n a\n jne .L1\n ret\nfn g:\n.L2:\n b\n jne .L2\n ret\nfn h:\n ret\n";
  EXPECT_THAT(bodies(kernels(listing, 8, {"g"})), ElementsAre("b; jne .L2"));
  RegionSelection selection;
  selection.functions = {"k"};
  const auto missing = select_kernels(toy_unit(listing), "toy.s", selection, 8);
  ASSERT_TRUE(missing);
  ASSERT_EQ(missing->unmatched.size(), 1U);
  EXPECT_EQ(no_such_function(missing->unmatched, "toy.s").text(), "toy.s: no function 'k' in the input");
  EXPECT_EQ(nothing_in(listing, {"h"}), "toy.s: no marked region and no loop in 'h'; --whole analyses whole functions");
}

TEST(InnermostLoops, ReportsAHintIfThereIsNothingToAnalyse) {
  EXPECT_THAT(nothing_in(" a\n b\n ret\n"), HasSubstr("OSACA-BEGIN"));
  EXPECT_THAT(nothing_in(""), HasSubstr("no instruction"));
}

// The next ones hang or overflow the stack if a step is recursive or quadratic.

TEST(ManyBlocks, ARowOfExitsToOneBlock) {
  std::string listing = ".head:\n";
  for (int i = 0; i < 100'000; ++i)
    listing += " je .out\n";
  EXPECT_EQ(kernels(listing + " jne .head\n.out:\n ret\n").front().instructions.size(), 100'001U);
}

TEST(ManyBlocks, ADeepNest) {
  std::string listing;
  for (int i = 0; i < 100'000; ++i)
    listing += ".N" + std::to_string(i) + ":\n a\n";
  for (int i = 100'000; i-- > 0;)
    listing += " jne .N" + std::to_string(i) + "\n";
  EXPECT_THAT(bodies(kernels(listing)), ElementsAre("a; jne .N99999"));
}

TEST(ManyBlocks, ARowOfLoops) {
  std::string listing;
  for (int i = 0; i < 50'000; ++i)
    listing += ".N" + std::to_string(i) + ":\n jne .N" + std::to_string(i) + "\n";
  EXPECT_EQ(kernels(listing).size(), 50'000U);
}

TEST(ManyBlocks, ManyEntriesIntoADeepNest) {
  std::string listing;
  for (int i = 0; i < 30'000; ++i)
    listing += " je .M" + std::to_string(i) + "\n";
  for (int i = 0; i < 30'000; ++i)
    listing += ".N" + std::to_string(i) + ":\n a\n.M" + std::to_string(i) + ":\n b\n";
  for (int i = 30'000; i-- > 0;)
    listing += " jne .N" + std::to_string(i) + "\n";
  EXPECT_FALSE(kernels(listing).empty());
}

TEST(ManyBlocks, ManyJumpTables) {
  std::string listing;
  for (int i = 0; i < 30'000; ++i)
    listing += ".N" + std::to_string(i) + ":\n a\n jmp *\n";
  EXPECT_NE(nothing_in(listing), "");
}

} // namespace
} // namespace osaca
