// A nest written out by hand: loop 0 holds loop 1, and loop 2 stands alone.
#include "loop_requests.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using capture::AnnotationKind;
using capture::AnnotationStatus;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<SourceLoop> nest_and_one() {
  return {{-1, true, true, false}, {0, false, true, false}, {-1, false, true, false}};
}

std::vector<int> loops_of(const LoopRequests &requests) {
  std::vector<int> loops;
  for (const LoopRequest &request : requests.requests())
    loops.push_back(request.loop);
  return loops;
}

TEST(LoopRequests, AreEmptyWithoutPragmaOrOption) {
  LoopRequests requests({}, nest_and_one(), false);
  EXPECT_TRUE(requests.requests().empty());
  EXPECT_FALSE(requests.wants(1));
  EXPECT_EQ(requests.for_machine_loop(1, true), -1);
}

TEST(LoopRequests, APragmaAsksForALoopThatHoldsOthers) {
  LoopRequests requests({{0, "cycles < 4"}}, nest_and_one(), false);
  ASSERT_THAT(loops_of(requests), ElementsAre(0));
  EXPECT_EQ(requests.requests()[0].pragma, 0);
  EXPECT_EQ(requests.requests()[0].expectations, "cycles < 4");
  EXPECT_EQ(requests.for_machine_loop(0, false), 0);
  EXPECT_EQ(requests.for_machine_loop(1, true), -1);
  EXPECT_EQ(requests.by_pragma(1), -1);
  EXPECT_EQ(requests.by_pragma_around(1), 0);
  EXPECT_EQ(requests.by_pragma_around(2), -1);
}

TEST(LoopRequests, AllAsksForInnermostLoops) {
  LoopRequests requests({}, nest_and_one(), true);
  EXPECT_THAT(loops_of(requests), ElementsAre(1, 2));
  EXPECT_EQ(requests.requests()[0].kind, AnnotationKind::all);
  EXPECT_EQ(requests.by_pragma_around(1), -1);
}

TEST(LoopRequests, AllAsksForAnOuterLoopThatIsInnermostInTheMachineCode) {
  LoopRequests requests({}, nest_and_one(), true);
  EXPECT_TRUE(requests.wants(0));
  EXPECT_EQ(requests.for_machine_loop(0, false), -1);
  EXPECT_EQ(requests.for_machine_loop(0, true), 2);
  EXPECT_THAT(loops_of(requests), ElementsAre(1, 2, 0));
  EXPECT_EQ(requests.for_machine_loop(0, true), 2) << "it is asked for once";
}

TEST(LoopRequests, ALoopThatBecameTheOuterOneIsNotWhatAllMeans) {
  LoopRequests requests({}, nest_and_one(), true);
  EXPECT_EQ(requests.for_machine_loop(2, false), -1);
}

TEST(LoopRequests, AFunctionsLoopsAreNamedAsSuch) {
  std::vector<SourceLoop> loops = nest_and_one();
  loops[2].is_named = true;
  const LoopRequests requests({}, loops, false);
  ASSERT_THAT(loops_of(requests), ElementsAre(2));
  EXPECT_EQ(requests.requests()[0].kind, AnnotationKind::function);
}

TEST(LoopRequests, AllSkipsLoopsThatCannotHaveCode) {
  std::vector<SourceLoop> loops = nest_and_one();
  loops[1].is_analysable = false;
  LoopRequests requests({}, loops, true);
  EXPECT_THAT(loops_of(requests), ElementsAre(2));
  EXPECT_EQ(requests.for_machine_loop(1, true), -1);
}

TEST(LoopRequests, APragmaComesBeforeAllForTheSameLoop) {
  const LoopRequests requests({{2, ""}}, nest_and_one(), true);
  ASSERT_THAT(loops_of(requests), ElementsAre(2, 1));
  EXPECT_EQ(requests.requests()[0].kind, AnnotationKind::pragma);
}

TEST(LoopRequests, ASecondPragmaOfALoopOnlyRepeatsTheFirst) {
  LoopRequests requests({{1, "a"}, {1, "b"}, {-1, ""}}, nest_and_one(), false);
  ASSERT_EQ(requests.requests().size(), 3U);
  EXPECT_TRUE(requests.requests()[0].has_loop());
  EXPECT_FALSE(requests.requests()[1].has_loop());
  EXPECT_FALSE(requests.requests()[2].has_loop());
  EXPECT_EQ(requests.index_of(1), 0);
  EXPECT_EQ(annotation_of(requests.requests()[1], false, {}).reason, "the loop that follows it already has a pragma");
  EXPECT_EQ(annotation_of(requests.requests()[1], false, {}).expectations, "b");
  EXPECT_EQ(annotation_of(requests.requests()[2], false, {}).reason, "no for, while or do statement follows it");
  EXPECT_EQ(annotation_of(requests.requests()[2], false, {}).status, AnnotationStatus::not_a_loop);
}

TEST(LoopRequests, APragmaMayBeAboutAStatement) {
  BoundPragma first{-1, "a"};
  first.statement = 4;
  BoundPragma again{-1, "b"};
  again.statement = 4;
  const LoopRequests requests({first, again}, nest_and_one(), false);
  EXPECT_TRUE(requests.has_statements());
  EXPECT_EQ(requests.by_statement(4), 0);
  EXPECT_EQ(requests.by_statement(3), -1);
  EXPECT_FALSE(requests.requests()[0].has_loop());
  EXPECT_TRUE(requests.requests()[0].has_statement());
  EXPECT_EQ(annotation_of(requests.requests()[1], false, {}).reason,
            "the statement that follows it already has a pragma");
  vanish::Fate fate;
  fate.function = "f";
  fate.is_statement = true;
  fate.instances = {{"f", true, "", {{"f", false, {2, 0, 0, {"g"}}}}, ""}};
  const capture::Annotation gone = annotation_of(requests.requests()[0], false, fate);
  EXPECT_TRUE(gone.is_statement);
  EXPECT_EQ(gone.status, AnnotationStatus::vanished);
  EXPECT_NE(gone.reason.find("it calls 'g'"), std::string::npos);
  fate.is_plain = true;
  EXPECT_EQ(annotation_of(requests.requests()[0], false, fate).status, AnnotationStatus::not_a_loop);
  EXPECT_EQ(annotation_of(requests.requests()[0], true, fate).status, AnnotationStatus::found);
}

TEST(LoopRequests, AnotherLanguageSaysInItsOwnWordsWhyThereIsNoLoop) {
  const LoopRequests requests({{-1, "", "no do loop follows it"}}, nest_and_one(), false);
  EXPECT_EQ(annotation_of(requests.requests()[0], false, {}).reason, "no do loop follows it");
}

TEST(LoopRequests, LoopsAndPragmasMayComeOneAfterTheOther) {
  LoopRequests requests({}, {}, true);
  requests.add(SourceLoop{-1, true, true, false});
  requests.add(SourceLoop{0, false, true, false});
  requests.add(SourceLoop{-1, false, false, false}); // of a system header
  EXPECT_TRUE(requests.requests().empty());
  requests.add(BoundPragma{1, "first"});
  requests.may_become_code(0, false); // an outer loop: code of it has to come by
  requests.may_become_code(1, false);
  requests.may_become_code(2, false);
  ASSERT_EQ(requests.requests().size(), 1U);
  EXPECT_EQ(requests.requests()[0].kind, AnnotationKind::pragma);
  requests.add(SourceLoop{-1, false, true, false});
  requests.may_become_code(3, true);
  ASSERT_EQ(requests.requests().size(), 2U);
  EXPECT_EQ(requests.requests()[1].kind, AnnotationKind::function);
  requests.add(BoundPragma{1, "again"});
  ASSERT_EQ(requests.requests().size(), 3U);
  EXPECT_TRUE(requests.requests()[2].is_repeated);
  EXPECT_EQ(requests.requests()[2].pragma, 1);
  EXPECT_EQ(requests.index_of(1), 0);
}

TEST(LoopRequests, ALoopThatIsNowhereHasAReason) {
  const LoopRequests requests({{1, ""}}, nest_and_one(), false);
  const vanish::Fate fate{"f", {{"f", false, "", {}, ""}}, {}};
  const capture::Annotation gone = annotation_of(requests.requests()[0], false, fate);
  EXPECT_EQ(gone.status, AnnotationStatus::vanished);
  EXPECT_THAT(gone.reason, HasSubstr("no code for 'f'"));
}

TEST(LoopRequests, ALoopThatIsFoundEverywhereNeedsNoReason) {
  const LoopRequests requests({{1, ""}}, nest_and_one(), false);
  const vanish::Fate fate{"f", {{"f", true, "", {{"f", true, {}}}, ""}}, {}};
  const capture::Annotation found = annotation_of(requests.requests()[0], true, fate);
  EXPECT_EQ(found.status, AnnotationStatus::found);
  EXPECT_EQ(found.reason, "");
}

} // namespace
} // namespace osaca
