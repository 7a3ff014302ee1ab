// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of a block's ways, shared out by hand among the branches that the code generator makes of its end.
#include "text/branch_likelihood.h"

#include <gmock/gmock.h>

namespace osaca::clang_plugin {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

const std::vector<IrBlock> blocks_with(std::map<int, IrBlock> given) {
  std::vector<IrBlock> blocks(10);
  for (auto &[number, block] : given)
    blocks[number] = std::move(block);
  return blocks;
}

std::vector<std::optional<double>> taken_in(const std::string &body, const std::vector<IrBlock> &blocks) {
  const std::string text =
      "\t.globl\tf                               # -- Begin function f\nf:\n# %bb.0:\n\ttestl\t%esi, %esi\n" + body +
      "\tretq\n.Lfunc_end0:\n                                        # -- End function\n";
  const std::vector<TextFunction> functions = read_machine_text(text, "#");
  return functions.size() == 1 ? BranchLikelihood(blocks).taken(functions[0].branches)
                               : std::vector<std::optional<double>>();
}

auto about(double probability) { return Optional(DoubleNear(probability, 1e-9)); }

TEST(BranchLikelihood, TheOnlyBranchOfABlockHasItsProbability) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.h1_\n"
                       "\tjne\t.LBB0_3\n"
                       "# %bb.2:                                # %osaca.0.b2_\n"
                       "\tincl\t%eax\n"
                       ".LBB0_3:                                # %osaca.0.b3_\n"
                       "\tincl\t%eax\n",
                       blocks_with({{1, {{{2, 0.3}, {3, 0.7}}}}})),
              ElementsAre(about(0.7)));
}

// a && b && c fails in 0.6 of all cases: 0.2 by each.
TEST(BranchLikelihood, PartsOfAConditionFailEquallyOften) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.h1_\n"
                       "\tjne\t.LBB0_5\n"
                       "# %bb.2:                                # %osaca.0.h1_\n"
                       "\tjne\t.LBB0_5\n"
                       "# %bb.3:                                # %osaca.0.h1_\n"
                       "\tjne\t.LBB0_5\n"
                       "# %bb.4:                                # %osaca.0.b2_\n"
                       "\tincl\t%eax\n"
                       ".LBB0_5:                                # %osaca.0.b3_\n"
                       "\tincl\t%eax\n",
                       blocks_with({{1, {{{2, 0.4}, {3, 0.6}}}}})),
              ElementsAre(about(0.2), about(0.25), about(1.0 / 3)));
}

// One of them leaves the loop, which is not in the list of ways.
TEST(BranchLikelihood, WhatLeadsNowhereKnownHasTheRest) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.h1_\n"
                       "\tje\t.LBB0_4\n"
                       "# %bb.2:                                # %osaca.0.h1_\n"
                       "\tjne\t.LBB0_4\n"
                       "# %bb.3:                                # %osaca.0.b2_\n"
                       "\tincl\t%eax\n"
                       ".LBB0_4:                                # %exit\n"
                       "\tincl\t%eax\n",
                       blocks_with({{1, {{{2, 0.9}}}}})),
              ElementsAre(about(0.05), about(0.05 / 0.95)));
}

TEST(BranchLikelihood, ALoopOfOneBlockComesRoundToItsFirstPart) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.h1_\n"
                       "                                        # =>This Inner Loop Header: Depth=1\n"
                       "\tje\t.LBB0_3\n"
                       "# %bb.2:                                # %osaca.0.h1_\n"
                       "                                        #   in Loop: Header=BB0_1 Depth=1\n"
                       "\tjne\t.LBB0_1\n"
                       ".LBB0_3:                                # %exit\n"
                       "\tincl\t%eax\n",
                       blocks_with({{1, {{{1, 0.9}}}}})),
              ElementsAre(about(0.05), about(0.9 / 0.95)));
}

TEST(BranchLikelihood, AssumesThatRootsRarelyCallTheLibrary) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.h1_\n"
                       "                                        # =>This Inner Loop Header: Depth=1\n"
                       "\tjb\t.LBB0_4\n"
                       "# %bb.2:                                #   in Loop: Header=BB0_1 Depth=1\n"
                       "\tsqrtsd\t%xmm0, %xmm0\n"
                       ".LBB0_3:                                # %osaca.0.h1_.split\n"
                       "                                        #   in Loop: Header=BB0_1 Depth=1\n"
                       "\tjne\t.LBB0_1\n"
                       "\tjmp\t.LBB0_5\n"
                       ".LBB0_4:                                # %call.sqrt\n"
                       "                                        #   in Loop: Header=BB0_1 Depth=1\n"
                       "\tcallq\tsqrt@PLT\n"
                       "\tjmp\t.LBB0_3\n"
                       ".LBB0_5:                                # %exit\n"
                       "\tincl\t%eax\n",
                       blocks_with({{1, {{{1, 0.75}}}}})),
              ElementsAre(Optional(testing::AllOf(testing::Gt(0), testing::Lt(1e-5))), about(0.75)));
}

TEST(BranchLikelihood, FollowsABlockMergedWithItsOnlySuccessor) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.b1_\n"
                       "\tjne\t.LBB0_3\n"
                       "# %bb.2:                                # %osaca.0.b5_\n"
                       "\tincl\t%eax\n"
                       ".LBB0_3:                                # %osaca.0.b6_\n"
                       "\tincl\t%eax\n",
                       blocks_with({{1, {{{4, 1.0}}}}, {4, {{{5, 0.125}, {6, 0.875}}}}})),
              ElementsAre(about(0.875)));
}

TEST(BranchLikelihood, ACopyWithoutANameIsKnownByItsWays) {
  const std::string copy = ".LBB0_1:                                #   in Loop: Header=BB0_7 Depth=1\n"
                           "\tjne\t.LBB0_3\n"
                           "# %bb.2:                                # %osaca.0.b5_\n"
                           "\tincl\t%eax\n"
                           ".LBB0_3:                                # %osaca.0.b6_\n"
                           "\tincl\t%eax\n";
  const IrBlock fork = {{{5, 0.2}, {6, 0.8}}};
  EXPECT_THAT(taken_in(copy, blocks_with({{4, fork}})), ElementsAre(about(0.8)));
  EXPECT_THAT(taken_in(copy, blocks_with({{4, fork}, {7, {{{5, 0.5}, {6, 0.5}}}}})),
              ElementsAre(testing::Eq(std::nullopt)))
      << "two blocks go there, not equally often";
}

// A selection in block 1 became a branch of its own, with a copy of the block's end behind each of its ways.
TEST(BranchLikelihood, PartsWithoutNamesAreOfTheBlockThatLeadsToThem) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.h1_\n"
                       "\tja\t.LBB0_3\n"
                       "# %bb.2:                                # %select.end\n"
                       "\tjne\t.LBB0_5\n"
                       "\tjmp\t.LBB0_4\n"
                       ".LBB0_3:                                #   in Loop: Header=BB0_1 Depth=1\n"
                       "\tje\t.LBB0_5\n"
                       ".LBB0_4:                                # %osaca.0.b5_\n"
                       "\tincl\t%eax\n"
                       ".LBB0_5:                                # %osaca.0.b6_\n"
                       "\tincl\t%eax\n",
                       blocks_with({{1, {{{5, 0.75}, {6, 0.25}}}}})),
              ElementsAre(about(0.5), about(0.25), about(0.25)));
}

// The false side is computed by itself; what comes behind both has lost its name and comes round to the loop's head.
TEST(BranchLikelihood, ASelectionIsAsLikelyAsTheOptimiserKnew) {
  const std::string text = ".LBB0_1:                                # %osaca.0.h1_\n"
                           "                                        # =>This Inner Loop Header: Depth=1\n"
                           "\tja\t.LBB0_3\n"
                           "# %bb.2:                                # %select.false\n"
                           "                                        #   in Loop: Header=BB0_1 Depth=1\n"
                           "\tincl\t%eax\n"
                           ".LBB0_3:                                # %select.end\n"
                           "                                        #   in Loop: Header=BB0_1 Depth=1\n"
                           "\tjne\t.LBB0_1\n"
                           "# %bb.4:                                # %exit\n"
                           "\tincl\t%eax\n";
  EXPECT_THAT(taken_in(text, blocks_with({{1, {{{1, 0.9}}, {0.001}}}})), ElementsAre(about(0.001), about(0.9)));
  EXPECT_THAT(taken_in(text, blocks_with({{1, {{{1, 0.9}}}}})), ElementsAre(about(0.5), about(0.9))) << "nobody knew";
  EXPECT_THAT(taken_in(text, blocks_with({{1, {{{1, 0.9}}, {0.001, 0.999}}}})), ElementsAre(about(0.5), about(0.9)))
      << "it may be either of two";
}

TEST(BranchLikelihood, IsUnknownForBranchesWithOtherTargets) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.h1_\n"
                       "\tjne\t.LBB0_3\n"
                       "# %bb.2:                                # %osaca.0.b5_\n"
                       "\tincl\t%eax\n"
                       ".LBB0_3:                                # %osaca.0.b6_\n"
                       "\tincl\t%eax\n",
                       blocks_with({{1, {{{2, 0.4}, {3, 0.6}}}}})),
              ElementsAre(testing::Eq(std::nullopt)));
}

TEST(BranchLikelihood, PartsThatLeadToEachOtherInACircleEnd) {
  EXPECT_THAT(taken_in(".LBB0_1:                                # %osaca.0.b1_\n"
                       "\tjne\t.LBB0_3\n"
                       ".LBB0_2:                                # %osaca.0.b1_\n"
                       "\tjne\t.LBB0_2\n"
                       ".LBB0_3:                                # %osaca.0.b1_\n"
                       "\tjne\t.LBB0_2\n",
                       blocks_with({{1, {{{1, 0.5}, {2, 0.5}}}}})),
              ElementsAre(testing::Eq(std::nullopt), testing::Eq(std::nullopt), testing::Eq(std::nullopt)));
}

} // namespace
} // namespace osaca::clang_plugin
