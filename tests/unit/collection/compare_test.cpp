#include "collection/baseline.h"
#include "render/words/words.h"

#include <gtest/gtest.h>

#include <tuple>

namespace osaca {
namespace {

LoopRecord loop_of(Cycles cycles, BoundKind bound = BoundKind::ports, int vector_bits = 0) {
  LoopRecord record;
  record.id = "id";
  record.file = "a.c";
  record.line = 3;
  record.function = "f";
  record.arch = "core";
  record.figures.cycles_per_iteration = cycles;
  record.figures.bound_by = bound;
  record.figures.vector_bits = vector_bits;
  return record;
}

Comparison compared(const LoopRecord &before, const LoopRecord &after, double tolerance = 5) {
  return compare({"old", {before}, {}}, {"new", {after}, {}}, tolerance);
}

TEST(Compare, TellsSlowerAndFasterBeyondTheTolerance) {
  EXPECT_EQ(compared(loop_of(4), loop_of(Cycles(41, 10))).changes.size(), 0U) << "2.5 % slower";
  EXPECT_EQ(compared(loop_of(4), loop_of(4)).unchanged_count, 1);
  const Comparison slower = compared(loop_of(4), loop_of(5));
  ASSERT_EQ(slower.changes.size(), 1U);
  EXPECT_EQ(slower.changes[0].kind, ChangeKind::slower);
  EXPECT_TRUE(slower.changes[0].is_regression);
  EXPECT_EQ(slower.regression_count(), 1);
  EXPECT_NE(message_of(slower.changes[0]).find("+25 %"), std::string::npos) << message_of(slower.changes[0]);
  const Comparison faster = compared(loop_of(5), loop_of(4));
  ASSERT_EQ(faster.changes.size(), 1U);
  EXPECT_EQ(faster.changes[0].kind, ChangeKind::faster);
  EXPECT_FALSE(faster.changes[0].is_regression);
}

TEST(Compare, ExactlyTheToleranceIsStillTheSame) {
  EXPECT_TRUE(compared(loop_of(100), loop_of(105)).changes.empty());
  EXPECT_EQ(compared(loop_of(100), loop_of(106)).changes.size(), 1U);
}

LoopRecord between(Cycles low, Cycles usual, Cycles high) {
  LoopRecord loop = loop_of(usual);
  loop.figures.range = CyclesRange{low, high};
  return loop;
}

TEST(Compare, RangesThatOverlapAreNoRegression) {
  struct Case {
    LoopRecord before;
    LoopRecord after;
    bool overlap;
  };
  const Case cases[] = {
      {between(1, 1, 2), loop_of(2), true},                 // the end of the range belongs to it
      {between(1, 1, 2), loop_of(Cycles(209, 100)), true},  // 4.5 % after the end: within the tolerance
      {between(1, 1, 2), loop_of(Cycles(211, 100)), false}, // 5.5 %
      {loop_of(1), between(1, 2, 3), true},                 // the new figure may be the old one
      {loop_of(1), between(2, 3, 4), false},                // not even at its best
      {between(1, 1, 2), between(2, 2, 4), true},           // both may be 2
      {between(1, 1, 2), between(3, 3, 4), false},
  };
  for (const Case &one : cases) {
    for (const bool swapped : {false, true}) {
      const Comparison made = swapped ? compared(one.after, one.before) : compared(one.before, one.after);
      ASSERT_EQ(made.changes.size(), 1U);
      const LoopChange &change = made.changes[0];
      EXPECT_EQ(change.kind, one.overlap ? ChangeKind::within_range
                             : swapped   ? ChangeKind::faster
                                         : ChangeKind::slower)
          << message_of(change);
      EXPECT_EQ(change.is_regression, !one.overlap && !swapped) << message_of(change);
    }
  }
}

TEST(Compare, RangesAreComparedPerSourceIteration) {
  LoopRecord before = between(1, 1, 2);
  LoopRecord after = between(4, 4, 8); // per iteration it is slower at its best than the old one at its worst
  before.figures.source_iterations = 1;
  after.figures.source_iterations = 4;
  EXPECT_TRUE(compared(before, after).changes.empty()) << "1 each";
  after = between(Cycles(9), Cycles(9), Cycles(10));
  after.figures.source_iterations = 4;
  EXPECT_EQ(compared(before, after).regression_count(), 1) << "2.25 each, and at most 2 before";
  after.figures.range->low = Cycles(8);
  const Comparison made = compared(before, after);
  EXPECT_EQ(made.regression_count(), 0) << "2 each at its best";
  ASSERT_EQ(made.changes.size(), 1U);
  EXPECT_NE(message_of(made.changes[0]).find("because the ranges overlap: 2.0 to 2.5 now, 1.0 to 2.0 before"),
            std::string::npos)
      << message_of(made.changes[0]);
}

TEST(Compare, ARangeExcusesNeitherLostVectorsNorUnknownParts) {
  LoopRecord before = between(1, 1, 3);
  LoopRecord after = between(1, 2, 3);
  before.figures.vector_bits = 256;
  EXPECT_EQ(compared(before, after).regression_count(), 1);
  before.figures.vector_bits = 0;
  EXPECT_EQ(compared(before, after).regression_count(), 0);
  after.figures.complete = false;
  EXPECT_EQ(compared(before, after).regression_count(), 1);
}

LoopRecord with_code(LoopRecord loop, const std::string &code_hash, const std::string &figures_version = "") {
  loop.code_hash = code_hash;
  loop.figures_version = figures_version;
  return loop;
}

// Whatever a new model says of it: nobody touched the loop.
TEST(Compare, TheSameCodeIsNeverSlower) {
  LoopRecord incomplete = with_code(loop_of(40, BoundKind::divider), "code", "new");
  incomplete.figures.complete = false;
  for (const LoopRecord &after : {with_code(loop_of(8), "code", "new"), incomplete}) {
    const Comparison comparison = compared(with_code(loop_of(4), "code", "old"), after);
    EXPECT_TRUE(comparison.changes.empty());
    EXPECT_EQ(comparison.regression_count(), 0);
    EXPECT_EQ(comparison.unchanged_count, 1);
    ASSERT_EQ(comparison.figures_changes.size(), 1U) << "but it is told";
    EXPECT_EQ(comparison.figures_changes[0].arch, "core");
    EXPECT_EQ(comparison.figures_changes[0].loop_count, 1);
    EXPECT_TRUE(comparison.figures_changes[0].model_is_known_to_differ);
    EXPECT_DOUBLE_EQ(comparison.figures_changes[0].most_ratio, after.figures.cycles_per_iteration.to_double() / 4);
  }
  EXPECT_TRUE(
      compared(with_code(loop_of(4), "code", "old"), with_code(loop_of(4), "code", "new")).figures_changes.empty());
  EXPECT_EQ(compared(with_code(loop_of(4), "code"), with_code(loop_of(8), "other")).regression_count(), 1);
  EXPECT_EQ(compared(loop_of(4), loop_of(8)).regression_count(), 1) << "unknown code is not the same code";
}

// Baselines of older versions call predictions for such cores complete.
TEST(Compare, ACoreThatExecutesInOrderMakesNoLoopSlower) {
  LoopRecord after = with_code(loop_of(4), "other");
  after.figures.complete = false;
  EXPECT_EQ(compared(with_code(loop_of(4), "code"), after).regression_count(), 1);
  after.figures.in_order = true;
  EXPECT_EQ(compared(with_code(loop_of(4), "code"), after).regression_count(), 0);
}

// The slowest of a loop's paths may be the one that reports an error.
TEST(Compare, OtherPathsOfUnknownLikelihoodAreNotSlower) {
  LoopRecord before = loop_of(10);
  before.unknown_paths = UnknownPaths{2, Cycles(3)};
  LoopRecord after = loop_of(20);
  after.unknown_paths = UnknownPaths{4, Cycles(3)};
  Comparison comparison = compared(before, after);
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.changes[0].kind, ChangeKind::other_paths);
  EXPECT_EQ(comparison.regression_count(), 0);
  after.unknown_paths->least_cycles = Cycles(11);
  EXPECT_EQ(compared(before, after).regression_count(), 1) << "even its fastest path is slower than all there were";
  after.unknown_paths = UnknownPaths{2, Cycles(3)};
  EXPECT_EQ(compared(before, after).regression_count(), 1) << "the same paths";
}

TEST(Compare, SaysWhenNoCoreIsInBoth) {
  LoopRecord other = loop_of(8);
  other.arch = "other";
  const Comparison comparison = compared(loop_of(4), other);
  ASSERT_TRUE(comparison.no_common_core);
  EXPECT_EQ(comparison.no_common_core->before, std::vector<std::string>{"core"});
  EXPECT_EQ(comparison.no_common_core->after, std::vector<std::string>{"other"});
  EXPECT_TRUE(comparison.changes.empty());
}

TEST(Compare, WhatCostsMostTimeComesFirst) {
  std::vector<LoopRecord> before;
  std::vector<LoopRecord> after;
  for (const auto &[name, cycles, share] :
       {std::tuple("nobody counted", 60, std::optional<double>()), std::tuple("cold", 40, std::optional(0.01)),
        std::tuple("hot", 6, std::optional(0.9)), std::tuple("warm", 8, std::optional(0.2))}) {
    LoopRecord loop = loop_of(4);
    loop.id = loop.function = name;
    before.push_back(loop);
    loop.figures.cycles_per_iteration = cycles;
    loop.time_share = share;
    after.push_back(loop);
  }
  const Comparison comparison = compare({"old", before, {}}, {"new", after, {}}, 5);
  ASSERT_EQ(comparison.changes.size(), 4U);
  EXPECT_EQ(comparison.changes[0].after->function, "hot");
  EXPECT_EQ(comparison.changes[1].after->function, "warm");
  EXPECT_EQ(comparison.changes[2].after->function, "cold");
  EXPECT_EQ(comparison.changes[3].after->function, "nobody counted");
}

TEST(Compare, NamesTheNewBound) {
  const Comparison comparison = compared(loop_of(4, BoundKind::ports), loop_of(13, BoundKind::divider));
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_NE(message_of(comparison.changes[0]).find("now bound by the divider (was the ports)"), std::string::npos)
      << message_of(comparison.changes[0]);
  const Comparison same_speed = compared(loop_of(4, BoundKind::ports), loop_of(4, BoundKind::front_end));
  ASSERT_EQ(same_speed.changes.size(), 1U);
  EXPECT_EQ(same_speed.changes[0].kind, ChangeKind::bound_changed);
  EXPECT_FALSE(same_speed.changes[0].is_regression);
}

// Figures for data in other levels do not compare: a budget for L3 is no slower loop.
TEST(Compare, ElsewhereIsNotSlower) {
  LoopRecord far = loop_of(20, BoundKind::memory);
  far.figures.data_level = "L3";
  for (const auto &[before, after] : {std::pair(loop_of(4), far), std::pair(far, loop_of(4))}) {
    const Comparison comparison = compared(before, after);
    ASSERT_EQ(comparison.changes.size(), 1U);
    EXPECT_EQ(comparison.changes[0].kind, ChangeKind::data_moved);
    EXPECT_FALSE(comparison.changes[0].is_regression);
    EXPECT_NE(message_of(comparison.changes[0]).find("L3"), std::string::npos) << message_of(comparison.changes[0]);
  }
  LoopRecord slower = far;
  slower.figures.cycles_per_iteration = 30;
  EXPECT_EQ(compared(far, slower).regression_count(), 1) << "in the same level";
}

// 2 cycles for 8 elements are better than 1 cycle for one.
TEST(Compare, ComparesSourceIterationsWhereTheyAreKnown) {
  LoopRecord scalar = loop_of(1);
  scalar.figures.source_iterations = 1;
  LoopRecord vectors = loop_of(2, BoundKind::ports, 512);
  vectors.figures.source_iterations = 8;
  const Comparison gained = compared(scalar, vectors);
  ASSERT_EQ(gained.changes.size(), 1U);
  EXPECT_EQ(gained.changes[0].kind, ChangeKind::gained_vectorisation);
  EXPECT_FALSE(gained.changes[0].is_regression);
  const Comparison lost = compared(vectors, scalar);
  ASSERT_EQ(lost.changes.size(), 1U);
  EXPECT_EQ(lost.changes[0].kind, ChangeKind::lost_vectorisation);
  EXPECT_TRUE(lost.changes[0].is_regression);
}

/// A machine loop may do any number of source iterations, so 6 cycles need not be more than 3 for each element.
TEST(Compare, DoesNotCompareAnUnknownNumberOfSourceIterationsWithAKnownOne) {
  LoopRecord known = loop_of(3);
  known.figures.source_iterations = 1;
  LoopRecord unknown = loop_of(6);
  unknown.figures.source_iterations = 0;
  for (const auto &[before, after] : {std::pair(known, unknown), std::pair(unknown, known)}) {
    const Comparison comparison = compared(before, after);
    ASSERT_EQ(comparison.changes.size(), 1U);
    EXPECT_EQ(comparison.changes[0].kind, ChangeKind::other_iterations);
    EXPECT_EQ(comparison.regression_count(), 0);
    EXPECT_NE(message_of(comparison.changes[0]).find("not compared"), std::string::npos);
  }
  known.figures.cycles_per_iteration = 7;
  EXPECT_EQ(compared(unknown, known).regression_count(), 1) << "slower, however many the 6 cycles were for";
  EXPECT_EQ(compared(known, unknown).changes.at(0).kind, ChangeKind::faster);
}

TEST(Compare, LostVectorsThatMadeTheLoopFasterAreNoRegression) {
  const Comparison comparison = compared(loop_of(10, BoundKind::ports, 128), loop_of(5));
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.changes[0].kind, ChangeKind::lost_vectorisation);
  EXPECT_FALSE(comparison.changes[0].is_regression);
}

TEST(Compare, AFigureThatIsALowerBoundNowMayHideASlowerLoop) {
  LoopRecord after = loop_of(3);
  after.figures.complete = false;
  const Comparison comparison = compared(loop_of(4), after);
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_TRUE(comparison.changes[0].is_regression);
}

TEST(Compare, TellsWhatAppearedAndWhatVanished) {
  LoopRecord other = loop_of(2);
  other.id = "other";
  other.file = "b.c";
  other.function = "g";
  const Comparison comparison = compared(loop_of(4), other);
  ASSERT_EQ(comparison.changes.size(), 2U);
  EXPECT_EQ(comparison.changes[0].kind, ChangeKind::vanished);
  EXPECT_EQ(comparison.changes[0].loop, -1);
  EXPECT_EQ(comparison.changes[1].kind, ChangeKind::appeared);
  EXPECT_EQ(comparison.changes[1].loop, 0);
  EXPECT_EQ(comparison.regression_count(), 0);
}

TEST(Compare, PutsTheWorstRegressionFirst) {
  Baseline before{"old", {}, {}};
  Baseline after{"new", {}, {}};
  for (int i = 0; i < 4; ++i) {
    LoopRecord record = loop_of(10);
    record.id = record.function = "f" + std::to_string(i);
    record.line = i;
    before.loops.push_back(record);
    record.figures.cycles_per_iteration = Cycles(i == 0 ? 5 : 10 + 5 * i);
    after.loops.push_back(record);
  }
  const Comparison comparison = compare(before, after, 5);
  ASSERT_EQ(comparison.changes.size(), 4U);
  EXPECT_EQ(comparison.changes[0].after->function, "f3");
  EXPECT_EQ(comparison.changes[1].after->function, "f2");
  EXPECT_EQ(comparison.changes[3].kind, ChangeKind::faster);
}

} // namespace
} // namespace osaca
