#include "loop_fate.h"

#include <gmock/gmock.h>

namespace osaca::vanish {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

Sighting sighting(const std::string &function, bool has_loop, Remains remains = {}) {
  return {function, has_loop, std::move(remains)};
}

TEST(LoopFate, ReportsAnUnusedTemplate) { EXPECT_THAT(reason({"sum", {}, {}}), HasSubstr("not instantiated: 'sum'")); }

TEST(LoopFate, ReportsAFunctionWithoutCode) {
  EXPECT_THAT(reason({"f", {{"f", false, "", {}, ""}}, {}}),
              HasSubstr("function not emitted: this object has no code for 'f'"));
}

TEST(LoopFate, NamesTheCallThatReplacesALoop) {
  const Instance f{"f", true, "", {sighting("f", false, {3, 0, 0, {"memset"}})}, "loop deleted"};
  EXPECT_EQ(reason({"f", {f}, {}}), "it was replaced by a call to memset in 'f'");
}

TEST(LoopFate, NamesTheCallsOfAStatementWithoutThoseOfTheRuntime) {
  Fate fate{
      "f", {{"f", true, "", {sighting("f", false, {9, 0, 0, {"operator new", "smooth", "__assert_fail"}})}, ""}}, {}};
  fate.is_statement = true;
  EXPECT_THAT(reason(fate), HasSubstr("it calls 'smooth', and this function has no loop in this unit"));
  fate.instances[0].sightings[0].remains.callees = {"operator new", "__assert_fail", "std::__throw_length_error"};
  EXPECT_THAT(reason(fate), HasSubstr("the compiler kept 9 of its instructions as straight-line code in 'f'"));
}

TEST(LoopFate, QuotesTheCompilerIfTheCodeGivesNoReason) {
  const Instance f{"f", true, "", {sighting("f", false, {8, 0, 0, {}})}, "completely unrolled loop with 8 iterations"};
  EXPECT_THAT(reason({"f", {f}, {}}),
              HasSubstr("the compiler kept 8 of its instructions as straight-line code in 'f'"));
  EXPECT_THAT(reason({"f", {f}, {}}), HasSubstr("the compiler reports: completely unrolled loop with 8 iterations"));
}

TEST(LoopFate, PrefersTheInstanceThatLeftSomething) {
  const Instance gone{"f<int>", false, "", {}, ""};
  const Instance left{"f<double>", true, "", {sighting("f<double>", false, {2, 2, 0, {}})}, ""};
  EXPECT_THAT(reason({"f", {gone, left}, {}}), HasSubstr("inside another loop of 'f<double>' (the loop"));
}

TEST(LoopFate, TellsWhereTheOtherLoopIs) {
  const Instance f{"f", true, "", {sighting("f", false, {3, 3, 0, {}, 7})}, ""};
  EXPECT_THAT(reason({"f", {f}, {}}), HasSubstr("inside another loop of 'f', at line 7 (the loop was fully unrolled"));
}

TEST(LoopFate, DistinguishesATemplateFromCodeThatWasNotGenerated) {
  EXPECT_THAT(reason({"f", {}, {}}), HasSubstr("'f' is a template"));
  const std::string of_any_language = reason({"", {}, {}, false});
  EXPECT_THAT(of_any_language, HasSubstr("no code was generated for it"));
  EXPECT_THAT(of_any_language, Not(AnyOf(HasSubstr("procedure"), HasSubstr("function"))));
}

TEST(LoopFate, MissesNothingWhereEveryInstanceLoops) {
  const Instance f{"f", true, "", {sighting("f", true)}, ""};
  EXPECT_EQ(missing_instances({"f", {f, f}, {}}), "");
}

TEST(LoopFate, NamesAtMostThreeInstancesThatAreMissing) {
  const Instance loops{"f<0>", true, "", {sighting("f<0>", true)}, ""};
  const Instance gone{"f<1>", true, "", {}, ""};
  const std::string told = missing_instances({"f", {loops, gone, gone, gone, gone, gone}, {}});
  EXPECT_THAT(told, HasSubstr("in 'f<1>', none of its instructions"));
  EXPECT_THAT(told, HasSubstr("; and 2 more"));
  EXPECT_THAT(told, Not(HasSubstr("f<0>")));
}

TEST(LoopFate, RequiresNoInstanceOfOutlinedCode) {
  const Instance f{"f", true, "", {}, ""};
  EXPECT_EQ(missing_instances({"f", {f}, {sighting("f.omp_outlined", true)}}), "");
}

} // namespace
} // namespace osaca::vanish
