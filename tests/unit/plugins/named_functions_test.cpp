#include "loop_requests.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using Names = std::vector<std::string>;

TEST(NamedFunctions, AreSplitAtCommasOutsideOfBracketsAndTakenOnce) {
  Names names;
  add_functions("f, g<int, 2>,h(int, double)", names);
  add_functions("g<int, 2>", names);
  add_functions(" ,, f", names);
  EXPECT_EQ(names, (Names{"f", "g<int, 2>", "h(int, double)"}));
}

TEST(NamedFunctions, OfOtherUnitsAreNotMentionedWhereOneOfThemIs) {
  NamesInUnit unit;
  unit.functions = {"solve", "main"};
  unit.met = {"solve"};
  unit.has_loops = true;
  EXPECT_EQ(remarks_on_names({"solve", "compress"}, unit, false), Names{});
}

TEST(NamedFunctions, OfAUnitWithNoneOfThemAreOneRemark) {
  NamesInUnit unit;
  unit.functions = {"main"};
  EXPECT_EQ(remarks_on_names({"solve", "compress"}, unit, false),
            Names{"no function 'solve' or 'compress' is defined in this unit"});
  EXPECT_EQ(remarks_on_names({"solve", "compress"}, unit, true), Names{}); // its report is one of many
  EXPECT_EQ(remarks_on_names({}, unit, false), Names{});
}

TEST(NamedFunctions, MistypedOnesAreAlwaysReported) {
  NamesInUnit unit;
  unit.functions = {"solve", "compress"};
  unit.met = {"compress"};
  unit.has_loops = true;
  const Names told = {"no function 'slove' is defined in this unit; did you mean 'solve'?"};
  EXPECT_EQ(remarks_on_names({"slove", "compress"}, unit, false), told);
  EXPECT_EQ(remarks_on_names({"slove", "compress"}, unit, true), told);
  // What was asked for by its own name is not what another name means.
  EXPECT_EQ(remarks_on_names({"compres2", "compress"}, unit, false), Names{});
}

TEST(NamedFunctions, WithoutLoopsSayWhyThereIsNoReport) {
  NamesInUnit unit;
  unit.functions = {"third"};
  unit.met = {"third"};
  EXPECT_EQ(remarks_on_names({"third", "solve"}, unit, false), Names{"there is no loop to analyse in 'third'"});
}

TEST(NamedFunctions, AreListedUpToSomeLength) {
  const std::vector<std::string> told = remarks_on_names({"a1", "b2", "c3", "d4", "e5", "f6"}, {}, false);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front(), "no function 'a1', 'b2', 'c3', 'd4', 'e5', ... is defined in this unit");
}

} // namespace
} // namespace osaca
