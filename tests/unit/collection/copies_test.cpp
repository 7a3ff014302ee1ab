// A source loop may become several machine loops, and a statement may contain several source loops. A baseline covers
// them all.
#include "collection/baseline.h"
#include "collection/source_loops.h"
#include "render/words/words.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

/// A machine loop of the statement in line 3 of a.c. The opcode stands for its code.
CollectedLoop loop_in(const std::string &function, Cycles cycles, LoopRole::Kind kind = LoopRole::Kind::plain) {
  CollectedLoop loop;
  loop.report.function = function;
  loop.report.name = ".L1";
  loop.report.arch = "core";
  loop.report.source = {"a.c", 3, 1};
  loop.report.source_iterations = 1;
  loop.report.role.kind = kind;
  loop.report.cycles_per_iteration = cycles;
  loop.report.instructions.emplace_back();
  loop.report.instructions.back().opcode = "op" + cycles.text();
  return loop;
}

Collection collection_of(const std::vector<CollectedLoop> &loops) {
  Collection collection;
  for (const CollectedLoop &loop : loops)
    collection.loops.push_back(loop);
  return with_source_loops(std::move(collection));
}

Collection change_of_build(const std::vector<CollectedLoop> &before, const std::vector<CollectedLoop> &after) {
  return with_baseline(collection_of(after), baseline_of(collection_of(before)), 5);
}

TEST(Copies, EachOfThemMayBecomeSlower) {
  const std::vector<CollectedLoop> before = {loop_in("f", 1), loop_in("g", 1)};
  for (const std::string slow : {"f", "g"}) {
    const Collection now =
        change_of_build(before, {loop_in("f", slow == "f" ? 5 : 1), loop_in("g", slow == "g" ? 5 : 1)});
    EXPECT_EQ(now.comparison->regression_count(), 1) << slow;
    ASSERT_EQ(now.findings.size(), 1U) << slow;
    const std::string message = message_of(now.findings[0]);
    EXPECT_NE(message.find("1.0 -> 5.0"), std::string::npos) << message;
    EXPECT_NE(message.find("in " + slow + " "), std::string::npos) << message;
    EXPECT_EQ(now.loops[static_cast<std::size_t>(now.comparison->changes[0].loop)].report.function, slow);
  }
}

TEST(Copies, AFasterOneDoesNotHideASlowerOne) {
  const Collection now = change_of_build({loop_in("f", 8), loop_in("g", 1)}, {loop_in("f", 1), loop_in("g", 2)});
  EXPECT_EQ(now.comparison->regression_count(), 1);
}

TEST(Copies, TheSlowestOfAFunctionCounts) {
  const auto with = [](Cycles second) {
    CollectedLoop other = loop_in("f", second);
    other.report.name = ".L2";
    return std::vector<CollectedLoop>{loop_in("f", 1), other};
  };
  EXPECT_EQ(change_of_build(with(2), with(6)).comparison->regression_count(), 1);
  EXPECT_TRUE(change_of_build(with(2), with(2)).comparison->changes.empty());
}

// An object, and an archive with an older version of it: which one is linked is unknown.
TEST(Copies, AnOlderObjectDoesNotHideASlowerLoop) {
  for (const bool is_first : {false, true}) {
    const std::vector<CollectedLoop> now = {loop_in("f", is_first ? 1 : 7), loop_in("f", is_first ? 7 : 1)};
    EXPECT_EQ(change_of_build({loop_in("f", 1)}, now).comparison->regression_count(), 1) << is_first;
  }
}

TEST(Copies, ANewCallerIsNoRegression) {
  EXPECT_EQ(change_of_build({loop_in("f", 1)}, {loop_in("f", 1), loop_in("g", 9)}).comparison->regression_count(), 0);
  EXPECT_EQ(change_of_build({loop_in("f", 1), loop_in("g", 1)}, {loop_in("f", 1), loop_in("g", 1), loop_in("h", 9)})
                .comparison->regression_count(),
            0);
}

TEST(Copies, ARenamedCallerIsComparedWithTheOnlyOneThatIsGone) {
  EXPECT_EQ(change_of_build({loop_in("f", 1), loop_in("g", 1)}, {loop_in("f", 1), loop_in("h", 9)})
                .comparison->regression_count(),
            1);
}

// Another copy takes most of the time now, so it represents the loop. No copy has changed.
TEST(Copies, AnotherRepresentativeIsNoChange) {
  const auto with = [](double in_f, double in_g) {
    std::vector<CollectedLoop> loops = {loop_in("f", 1), loop_in("g", 4)};
    loops[0].report.frequency = {LoopFrequency::Source::profile, in_f, 1};
    loops[1].report.frequency = {LoopFrequency::Source::profile, in_g, 1};
    return loops;
  };
  EXPECT_TRUE(change_of_build(with(1000, 1), with(1, 1000)).comparison->changes.empty());
}

TEST(Copies, RemaindersAreNone) {
  const auto with = [](Cycles remainder) {
    return std::vector<CollectedLoop>{loop_in("f", 1, LoopRole::Kind::vector_body),
                                      loop_in("f", remainder, LoopRole::Kind::remainder)};
  };
  EXPECT_EQ(change_of_build(with(2), with(9)).comparison->regression_count(), 0);
  EXPECT_TRUE(baseline_of(collection_of(with(2))).loops.at(0).copies.empty());
}

CollectedLoop written_at(CollectedLoop loop, int line) {
  loop.report.written = WrittenElsewhere{"two", {"two.h", line, 3}};
  return loop;
}

TEST(LoopsOfAStatement, AreComparedEachByItself) {
  const auto with = [](Cycles second) {
    return std::vector<CollectedLoop>{written_at(loop_in("f", 1, LoopRole::Kind::vector_body), 2),
                                      written_at(loop_in("f", second), 4)};
  };
  const Collection now = change_of_build(with(3), with(13));
  EXPECT_EQ(now.source_loops.size(), 2U);
  EXPECT_EQ(now.comparison->regression_count(), 1);
  EXPECT_EQ(now.comparison->unchanged_count, 1);
  ASSERT_EQ(now.findings.size(), 1U);
  EXPECT_NE(message_of(now.findings[0]).find("3.0 -> 13.0"), std::string::npos) << message_of(now.findings[0]);
}

TEST(LoopsOfAStatement, AreToldApartByTheirNumbers) {
  const auto with = [](Cycles second) {
    std::vector<CollectedLoop> loops = {loop_in("f", 1), loop_in("f", second)};
    loops[0].report.part = {1, 2};
    loops[1].report.part = {2, 2};
    loops[1].report.name = ".L2";
    return loops;
  };
  const Collection now = change_of_build(with(2), with(13));
  EXPECT_EQ(now.source_loops.size(), 2U);
  EXPECT_EQ(now.comparison->regression_count(), 1);
}

// Baselines of older versions have one row for the statement: that of its vectorised loop.
TEST(LoopsOfAStatement, TheVectorisedOneIsThatOfAnOlderBaseline) {
  CollectedLoop vectors = written_at(loop_in("f", 1, LoopRole::Kind::vector_body), 9);
  vectors.report.vector_bits = 256;
  Baseline old = baseline_of(collection_of({vectors}));
  old.loops.at(0).id = "of an older version";
  old.loops.at(0).written = {};
  old.loops.at(0).source_text_hash = "text";
  Collection now = collection_of({vectors, written_at(loop_in("f", 30), 4)});
  for (CollectedLoop &loop : now.loops)
    loop.source_text = fingerprint_of("another text");
  now = with_baseline(std::move(now), old, 5);
  EXPECT_EQ(now.comparison->regression_count(), 0);
  EXPECT_EQ(now.comparison->unchanged_count, 1);
  ASSERT_EQ(now.comparison->changes.size(), 1U);
  EXPECT_EQ(now.comparison->changes[0].kind, ChangeKind::appeared);
}

} // namespace
} // namespace osaca
