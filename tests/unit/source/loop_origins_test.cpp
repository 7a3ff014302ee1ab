#include "source/loop_statements.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

// Source 0: `outer` in lines 1 to 9, `inner` in it in lines 3 to 5. Source 1, a header: `called` in lines 1 to 3, code
// behind it.
constexpr int outer = 0;
constexpr int inner = 1;
constexpr int called = 2;

StatementTable table() {
  StatementTable made;
  made.add(0, {{{1, 1}, {9, 1}, -1}, {{3, 1}, {5, 9}, 0}}, {-1, 7});
  made.add(1, {{{1, 1}, {3, 1}, -1}}, {-1});
  return made;
}

InstructionPlace at_line(int line) { return {{{0, line, 1}}, false}; }
InstructionPlace branch_at(int line) { return {{{0, line, 1}}, true}; }
InstructionPlace from_header(int line, int call_line) { return {{{1, line, 1}, {0, call_line, 1}}, false}; }

std::vector<int> statements_of(const std::vector<MachineLoopPlaces> &loops) {
  std::vector<int> found;
  for (const LoopOrigin &origin : origins_of(loops, table()))
    found.push_back(origin.copy.statement);
  return found;
}

TEST(LoopOrigins, AreTheSmallestStatementThatTheLoopIsIn) {
  EXPECT_EQ(statements_of({{-1, {at_line(4), at_line(5), branch_at(3)}}}), std::vector{inner});
  EXPECT_EQ(statements_of({{-1, {at_line(7), at_line(8), branch_at(1)}}}), std::vector{outer});
}

TEST(LoopOrigins, DoNotTakeWhatWasUnrolledForTheLoopAroundIt) {
  const MachineLoopPlaces around{-1, std::vector(20, at_line(4))};
  MachineLoopPlaces loop = around;
  loop.own.push_back(branch_at(1));
  EXPECT_EQ(statements_of({loop}), std::vector{outer});
  // Also where some of its exits are left.
  loop.own.push_back(branch_at(4));
  EXPECT_EQ(statements_of({loop}), std::vector{outer});
}

TEST(LoopOrigins, ForgiveInstructionsThatWereMovedHere) {
  EXPECT_EQ(statements_of({{-1, {at_line(4), at_line(20), at_line(4), branch_at(3)}}}), std::vector{inner});
}

TEST(LoopOrigins, WithoutABranchNeedNearlyAllInstructions) {
  std::vector<InstructionPlace> own(9, at_line(4));
  own.push_back(at_line(7));
  EXPECT_EQ(statements_of({{-1, own}}), std::vector{inner});
  own.push_back(at_line(7));
  EXPECT_EQ(statements_of({{-1, own}}), std::vector{outer});
}

TEST(LoopOrigins, GiveAStatementToOneOfNestedLoopsOnly) {
  const std::vector<InstructionPlace> own = {at_line(4), branch_at(4)};
  EXPECT_EQ(statements_of({{-1, own}, {0, own}}), (std::vector{outer, inner}));
  EXPECT_EQ(statements_of({{-1, own}, {-1, own}}), (std::vector{inner, inner})) << "copies beside each other";
}

TEST(LoopOrigins, CountWhatWasInlinedIntoTheStatement) {
  const LoopOrigin origin = origins_of({{-1, {from_header(10, 4), from_header(11, 4), branch_at(3)}}}, table()).front();
  EXPECT_EQ(origin.copy, (StatementCopy{inner, {}}));
  EXPECT_TRUE(origin.is_direct);
}

TEST(LoopOrigins, FindTheLoopOfAFunctionWhereItWasInlined) {
  InstructionPlace branch = from_header(1, 4);
  branch.ends_iterations = true;
  const LoopOrigin origin = origins_of({{-1, {from_header(2, 4), branch}}}, table()).front();
  EXPECT_EQ(origin.copy.statement, called);
  EXPECT_EQ(origin.copy.through, (std::vector<SourcePoint>{{0, 4, 1}}));
  EXPECT_EQ(annotation_of(origin.copy, table()), 7) << "that of the loop which calls it, as it has none itself";
}

TEST(LoopOrigins, AreUnknownWithoutPlaces) {
  EXPECT_EQ(statements_of({{-1, {{}, {}}}}), std::vector{-1});
  EXPECT_EQ(statements_of({{-1, {at_line(20), branch_at(21)}}}), std::vector{-1});
  EXPECT_EQ(statements_of({{-1, {}}}), std::vector{-1});
}

} // namespace
} // namespace osaca
