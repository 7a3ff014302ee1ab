// Marked regions, ranges of lines, and the loops that a plugin told of.
#include "loops/region_kernels.h"
#include "loops/regions.h"
#include "regions_listing.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using testing::body;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::toy_unit;

Expected<SelectedKernels> select(const std::string &listing, const RegionSelection &selection = {}) {
  return select_kernels(toy_unit(listing), "toy.s", selection, 8);
}

/// "name: body" of each kernel.
std::vector<std::string> regions(const std::string &listing, const RegionSelection &selection = {}) {
  std::vector<std::string> texts;
  auto found = select(listing, selection);
  if (!found)
    return {"error: " + found.error().text()};
  for (const Kernel &kernel : found->kernels)
    texts.push_back(kernel.name + ": " + body(kernel));
  return texts;
}

RegionSelection lines(std::vector<std::pair<int, int>> ranges) {
  RegionSelection selection;
  selection.mode = RegionSelection::Mode::lines;
  selection.lines = std::move(ranges);
  return selection;
}

const std::string start = " setm 111\n .byte 100,103,144\n";
const std::string stop = " setm 222\n .byte 100,103,144\n";

TEST(Markers, CommentsOfBothStylesBoundARegion) {
  EXPECT_THAT(regions(" x\n# OSACA-BEGIN dot\n a\n b\n# OSACA-END\n y\n"), ElementsAre("dot: a; b"));
  EXPECT_THAT(regions(" x\n# LLVM-MCA-BEGIN\n a\n b\n# LLVM-MCA-END\n y\n"), ElementsAre("line 3: a; b"));
}

TEST(Markers, AMarkedKernelSaysSo) {
  const auto kernel = select("fn f:\n x\n# OSACA-BEGIN\n a @5\n# OSACA-END\n")->kernels.front();
  EXPECT_EQ(kernel.region, RegionKind::marked);
  EXPECT_EQ(kernel.function, "f");
  EXPECT_EQ(kernel.source.text(), "toy.c:5");
  EXPECT_EQ(kernel.input.text(), "toy.s:4");
  EXPECT_EQ(kernel.way_back, WayBack::none);
}

// Without a branch to its beginning a region is code that follows on itself; its last branch closes it, wherever that
// leads.
TEST(Markers, OnlyRegionsThatBranchBackAreLoops) {
  const auto way_back = [](const std::string &body) {
    return select("# OSACA-BEGIN\n" + body + "# OSACA-END\n ret\n.Lout:\n ret\n")->kernels.front().way_back;
  };
  EXPECT_EQ(way_back(" a\n b\n"), WayBack::none);
  EXPECT_EQ(way_back(" a\n jne .Lout\n b\n"), WayBack::none) << "leaves it in its middle";
  EXPECT_EQ(way_back(" a\n jne .Lskip\n b\n.Lskip:\n c\n"), WayBack::none) << "goes forwards inside";
  EXPECT_EQ(way_back(".L1:\n a\n jne .L1\n"), WayBack::at_end);
  EXPECT_EQ(way_back(" a\n jmp .Lout\n"), WayBack::at_end);
  EXPECT_EQ(way_back(" a\n ret\n"), WayBack::at_end);
  EXPECT_EQ(way_back(".L1:\n a\n jne .L1\n b\n"), WayBack::at_end) << "a loop and what follows it";
  EXPECT_EQ(way_back(".L1:\n a\n jne .Lskip\n b\n.Lskip:\n c\n jne .L1\n"), WayBack::at_end) << "a path through a loop";
}

TEST(Lines, WithoutTheLoopsBranchFollowOnThemselves) {
  const std::string loop = ".L1:\n a\n b\n jne .L1\n";
  EXPECT_EQ(select(loop, lines({{2, 3}}))->kernels.front().way_back, WayBack::none);
  EXPECT_EQ(select(loop, lines({{2, 4}}))->kernels.front().way_back, WayBack::at_end);
}

TEST(Markers, TheWordMustStandAloneAtTheBeginning) {
  EXPECT_THAT(regions("# OSACA-BEGINNING\n# see OSACA-BEGIN\n# OSACA START MARKER\n.L1:\n a\n jne .L1\n"),
              ElementsAre(".L1: a; jne .L1"));
}

TEST(Markers, IacaBytesBoundARegionAndAreNotInIt) {
  EXPECT_THAT(regions("# OSACA START MARKER\n" + start +
                      "# OSACA START MARKER\n.L1:\n a\n jne .L1\n# OSACA END MARKER\n" + stop + " ret\n"),
              ElementsAre(".L1: a; jne .L1"));
}

TEST(Markers, TrapBytesOfIacasHeaderMayFollowTheEnd) {
  EXPECT_THAT(regions(start + " a\n setm 222\n .byte 100,103,144,15,11\n"), ElementsAre("line 3: a"));
}

TEST(Markers, AMoveWithoutTheBytesIsAnInstruction) {
  EXPECT_THAT(regions(".L1:\n setm 111\n a\n jne .L1\n"), ElementsAre(".L1: setm 111; a; jne .L1"));
  EXPECT_THAT(regions(".L1:\n setm 111\n .byte 100,103\n jne .L1\n"), ElementsAre(".L1: setm 111; jne .L1"));
}

TEST(Markers, AllStylesAroundTheSameInstructionsAreOneKernel) {
  EXPECT_THAT(regions("# OSACA-BEGIN\n# LLVM-MCA-BEGIN dot\n" + start + " a\n b\n" + stop +
                      "# LLVM-MCA-END dot\n# OSACA-END\n"),
              ElementsAre("dot: a; b"));
  EXPECT_THAT(
      regions(start + "# OSACA-BEGIN\n# LLVM-MCA-BEGIN dot\n a\n b\n# LLVM-MCA-END dot\n" + stop + "# OSACA-END\n"),
      ElementsAre("dot: a; b"));
}

TEST(Markers, TwoNamesOfOneStyleAroundTheSameInstructionsAreTwoKernels) {
  EXPECT_THAT(regions("# LLVM-MCA-BEGIN p\n# LLVM-MCA-BEGIN q\n a\n# LLVM-MCA-END p\n# LLVM-MCA-END q\n"),
              ElementsAre("p: a", "q: a"));
}

TEST(Markers, NamedRegionsMayOverlapAndNest) {
  EXPECT_THAT(regions("# LLVM-MCA-BEGIN p\n a\n# LLVM-MCA-BEGIN q\n b\n# LLVM-MCA-END p\n c\n# LLVM-MCA-END q\n"),
              ElementsAre("p: a; b", "q: b; c"));
  EXPECT_THAT(regions("# OSACA-BEGIN p\n a\n# OSACA-BEGIN\n b\n# OSACA-END\n c\n# OSACA-END p\n"),
              ElementsAre("p: a; b; c", "line 4: b"));
}

TEST(Markers, SeveralRegionsComeInInputOrder) {
  EXPECT_THAT(regions("# OSACA-BEGIN p\n a\n# OSACA-END\n x\n" + start + " b\n" + stop +
                      "# LLVM-MCA-BEGIN r\n c\n# LLVM-MCA-END r\n"),
              ElementsAre("p: a", "line 7: b", "r: c"));
}

TEST(Markers, WhatLacksItsPartnerIsNamedWithItsLine) {
  EXPECT_THAT(regions(" x\n# OSACA-BEGIN dot\n a\n"),
              ElementsAre("error: toy.s:2: OSACA-BEGIN dot has no OSACA-END dot after it"));
  EXPECT_THAT(regions(" a\n# LLVM-MCA-END\n"),
              ElementsAre("error: toy.s:2: LLVM-MCA-END has no LLVM-MCA-BEGIN before it"));
  EXPECT_THAT(regions("# OSACA-BEGIN\n a\n# LLVM-MCA-END\n"), ElementsAre(HasSubstr("toy.s:3: LLVM-MCA-END has no")));
  EXPECT_THAT(regions("# OSACA-BEGIN p\n a\n# OSACA-END q\n"),
              ElementsAre("error: toy.s:3: OSACA-END q has no OSACA-BEGIN q before it"));
  EXPECT_THAT(regions(start + " a\n"),
              ElementsAre(HasSubstr("toy.s:1: start marker (number 111 and marker bytes) has no end marker")));
  EXPECT_THAT(regions(" a\n" + stop), ElementsAre(HasSubstr("toy.s:2: end marker")));
}

TEST(Markers, OpenRegionsMayNotShareAName) {
  EXPECT_THAT(regions("# OSACA-BEGIN\n a\n# OSACA-BEGIN\n b\n# OSACA-END\n# OSACA-END\n"),
              ElementsAre(HasSubstr("toy.s:3: OSACA-BEGIN begins while the region of line 1 is still open")));
  EXPECT_THAT(regions("# LLVM-MCA-BEGIN p\n a\n# LLVM-MCA-BEGIN q\n b\n# LLVM-MCA-END\n"),
              ElementsAre(HasSubstr("toy.s:5: LLVM-MCA-END must name the region that it ends: 2 regions are open")));
}

TEST(Markers, ARegionWithoutInstructionsIsAnError) {
  EXPECT_THAT(regions(" x\n# OSACA-BEGIN\n# OSACA-END\n y\n"),
              ElementsAre("error: toy.s:2: the region that begins here contains no instruction"));
}

TEST(Markers, RegionsThatRepeatTheInputTooOftenAreRefused) {
  std::string begins;
  std::string ends;
  for (int i = 0; i < 3000; ++i) {
    begins += "# OSACA-BEGIN r" + std::to_string(i) + "\n";
    ends += "# OSACA-END r" + std::to_string(i) + "\n";
  }
  std::string code;
  for (int i = 0; i < 2000; ++i)
    code += " a\n";
  EXPECT_THAT(regions(begins + code + ends), ElementsAre(HasSubstr("too many overlapping regions")));
}

TEST(MarkedRegion, LeadInLoopAndTailAreReadInARow) {
  EXPECT_THAT(regions("# OSACA-BEGIN\n lead\n.L1:\n a\n jne .L1\n tail\n# OSACA-END\n"),
              ElementsAre(".L1: lead; a; jne .L1; tail"));
}

TEST(MarkedRegion, ItsLoopLabelMayStandBeforeTheMarker) {
  EXPECT_THAT(regions(".L1:\n" + start + " a\n jne .L1\n" + stop), ElementsAre(".L1: a; jne .L1"));
}

TEST(MarkedRegion, BranchesInsideGivePaths) {
  EXPECT_THAT(regions("# OSACA-BEGIN k\n lead\n.L1:\n a\n je .L2\n b\n.L2:\n c\n jne .L1\n tail\n# OSACA-END\n"),
              ElementsAre("k: lead; a; je .L2; b; c; jne .L1; tail", "k: lead; a; je .L2; c; jne .L1; tail"));
}

TEST(MarkedRegion, LeavingTheLoopEarlyIsNoPathThroughIt) {
  EXPECT_THAT(regions("# OSACA-BEGIN k\n.L1:\n a\n je .L3\n b\n jne .L1\n.L3:\n tail\n# OSACA-END\n"),
              ElementsAre("k: a; je .L3; b; jne .L1; tail"));
}

TEST(MarkedRegion, ALoopLeftAtItsTopContinuesAfterItsJump) {
  EXPECT_THAT(regions("# OSACA-BEGIN k\n.L1:\n test\n je .L3\n work\n jmp .L1\n.L3:\n tail\n# OSACA-END\n"),
              ElementsAre("k: test; je .L3; work; jmp .L1; tail"));
}

TEST(MarkedRegion, ABodyMarkedWithoutItsBranchIsFollowedToItsEnd) {
  EXPECT_THAT(regions(".L0:\n# OSACA-BEGIN k\n a\n je .L2\n b\n je .L3\n c\n.L2:\n d\n# OSACA-END\n.L3:\n jne .L0\n"),
              ElementsAre("k: a; je .L2; b; je .L3; c; d", "k: a; je .L2; b; je .L3", "k: a; je .L2; d"));
}

TEST(MarkedRegion, ColdCodeAfterTheReturnBelongsToItsPath) {
  EXPECT_THAT(
      regions("# OSACA-BEGIN k\n.L1:\n a\n jne .L9\n.L5:\n b\n jne .L1\n jmp .out\n.L9:\n cold\n jmp .L5\n# OSACA-END\n"
              ".out:\n ret\n"),
      ElementsAre("k: a; jne .L9; b; jne .L1; jmp .out", "k: a; jne .L9; cold; jmp .L5; b; jne .L1; jmp .out"));
}

TEST(MarkedRegion, WithoutAnyPathToItsEndItIsReadInARow) {
  EXPECT_THAT(regions("# OSACA-BEGIN k\n je .L2\n a\n ret\n.L2:\n b\n ret\n# OSACA-END\n"),
              ElementsAre("k: je .L2; a; ret; b; ret"));
}

TEST(Lines, EachRangeIsAKernel) {
  EXPECT_THAT(regions(" a\n b\n c\n d\n", lines({{3, 4}, {1, 2}})), ElementsAre("line 3: c; d", "line 1: a; b"));
}

TEST(Lines, TheyOutrankMarkersEvenBrokenOnes) {
  EXPECT_THAT(regions("# OSACA-BEGIN\n a\n b\n", lines({{3, 3}})), ElementsAre("line 3: b"));
  EXPECT_THAT(regions(start + " a\n" + stop, lines({{1, 99}})), ElementsAre("line 3: a"));
}

TEST(Lines, ARangeWithoutInstructionsIsAnError) {
  EXPECT_THAT(regions(" a\n", lines({{5, 9}})), ElementsAre("error: toy.s: lines 5-9 contain no instruction"));
  EXPECT_THAT(regions(" a\n b\n", lines({{2, 1}})), ElementsAre(HasSubstr("lines 2-1 contain no instruction")));
}

const std::string nest = "fn f:\n"        // 1
                         ".L1:\n a\n"     // 2-3
                         ".L2:\n b\n"     // 4-5
                         " jne .L2\n"     // 6
                         " c\n jne .L1\n" // 7-8
                         " ret\n";        // 9

TEST(KnownLoop, ItsLinesAreFollowedFromItsHeader) {
  const KnownLoop loop{{{4, 6}}, 4, {.kind = LoopRole::Kind::vector_body}, {"toy.c", 12, 3}, 2};
  const auto all = kernels_of_loop(toy_unit(nest), loop, 8);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "b; jne .L2");
  EXPECT_EQ(all[0].name, ".L2");
  EXPECT_EQ(all[0].function, "f");
  EXPECT_EQ(all[0].role.kind, LoopRole::Kind::vector_body);
  EXPECT_EQ(all[0].source.text(), "toy.c:12:3");
  EXPECT_EQ(all[0].annotation, 2);
  EXPECT_EQ(all[0].region, RegionKind::loop);
  EXPECT_EQ(all[0].input.line, 5);
}

TEST(KnownLoop, AnOuterLoopRunsThroughItsInnerOnce) {
  const auto all = kernels_of_loop(toy_unit(nest), {{{2, 8}}, 2, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; b; jne .L2; c; jne .L1");
  EXPECT_EQ(all[0].role, LoopRole{.reading = LoopRole::Reading::inner_loops_once});
}

TEST(KnownLoop, AnInnerLoopTestedAtItsTopIsRunThroughOnceToo) {
  const auto all = kernels_of_loop(toy_unit(".L1:\n a\n.L2:\n test\n je .L3\n b\n jmp .L2\n.L3:\n c\n jne .L1\n ret\n"),
                                   {{{1, 10}}, 1, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; test; je .L3; b; jmp .L2; c; jne .L1");
}

std::string of_inner_loops(const Kernel &kernel) {
  std::string marks;
  for (const Instruction &instruction : kernel.instructions)
    marks += instruction.is_of_inner_loop ? '+' : '.';
  return marks;
}

TEST(KnownLoop, InstructionsOfTheLoopsInsideAreKnown) {
  const auto outer = kernels_of_loop(toy_unit(nest), {{{2, 8}}, 2, {}, {}, 0}, 8);
  ASSERT_EQ(outer.size(), 1U);
  EXPECT_EQ(of_inner_loops(outer[0]), ".++..") << "a; b; jne .L2; c; jne .L1";
  const auto inner = kernels_of_loop(toy_unit(nest), {{{4, 6}}, 4, {}, {}, 0}, 8);
  ASSERT_EQ(inner.size(), 1U);
  EXPECT_EQ(of_inner_loops(inner[0]), "..");
}

TEST(KnownLoop, ThreeDeepAndLeftFromTheMiddle) {
  const auto all = kernels_of_loop(
      toy_unit(".L1:\n a\n.L2:\n b\n.L3:\n c\n je .L9\n d\n jne .L3\n jne .L2\n.L9:\n e\n jne .L1\n ret\n"),
      {{{1, 13}}, 1, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; b; c; je .L9; d; jne .L3; jne .L2; e; jne .L1");
}

TEST(KnownLoop, AHeaderInTheMiddleOfItsLinesComesFirst) {
  const auto all =
      kernels_of_loop(toy_unit(" jmp .L2\n.L3:\n work\n.L2:\n test\n jne .L3\n ret\n"), {{{2, 6}}, 4, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "test; jne .L3; work");
}

TEST(KnownLoop, BranchesGivePathsAndLinesOutsideDoNotCount) {
  const auto all =
      kernels_of_loop(toy_unit(".L1:\n a\n je .L5\n b\n je .L7\n.L5:\n c\n jne .L1\n ret\n.L7:\n x\n jmp .L5\n"),
                      {{{1, 8}}, 0, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(body(all[0]), "a; je .L5; b; je .L7; c; jne .L1");
  EXPECT_EQ(body(all[1]), "a; je .L5; c; jne .L1");
}

// Seen in zstd's search for matches (GCC 12 with a profile), where jumps were led on past the header.
TEST(KnownLoop, AnInnerLoopThatIsLeftForTheHeaderFromItsMiddleLeavesTheWayBack) {
  const auto all =
      kernels_of_loop(toy_unit(".L1:\n head\n je .L9\n.L2:\n a\n je .L1\n b\n je .L2\n jmp .L9\n.L9:\n ret\n"),
                      {{{1, 9}}, 1, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "head; je .L9; a; je .L1");
  EXPECT_EQ(all[0].role.reading, LoopRole::Reading::inner_loops_once);
}

TEST(KnownLoop, LinesThatMakeNoLoopAreReadInARowAndSaidToBe) {
  const auto all = kernels_of_loop(toy_unit(" a\n b\n ret\n"), {{{1, 2}}, 1, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; b");
  EXPECT_EQ(all[0].role.reading, LoopRole::Reading::in_a_row);
}

TEST(KnownLoop, NonsenseLinesGiveNothing) {
  for (const KnownLoop &loop : {KnownLoop{{}, 0, {}, {}, 0}, KnownLoop{{{50, 60}}, 50, {}, {}, 0},
                                KnownLoop{{{8, 2}, {-5, -1}}, -3, {}, {}, 0}})
    EXPECT_THAT(kernels_of_loop(toy_unit(nest), loop, 8), IsEmpty());
}

} // namespace
} // namespace osaca
