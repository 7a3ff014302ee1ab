#include "source/loop_statements.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

//  1 for (...)            loop 0, to line 6
//  2   for (..) x; while (y) z;      loops 1 and 2, both on line 2
//  8 do { } while (a);    loop 3
StatementTable statements_of_a_file() {
  StatementTable made;
  made.add(0, {{{1, 1}, {6, 1}, -1}, {{2, 3}, {2, 13}, 0}, {{2, 15}, {2, 26}, 0}, {{8, 1}, {8, 18}, -1}},
           {0, -1, 1, -1});
  return made;
}

TEST(StatementTable, FindsTheInnermostStatementAroundAPlace) {
  const StatementTable statements = statements_of_a_file();
  EXPECT_EQ(statements.innermost_at({0, 1, 1}), 0);
  EXPECT_EQ(statements.innermost_at({0, 2, 1}), 0) << "before the first on its line";
  EXPECT_EQ(statements.innermost_at({0, 2, 13}), 1);
  EXPECT_EQ(statements.innermost_at({0, 2, 14}), 0) << "between two of them";
  EXPECT_EQ(statements.innermost_at({0, 2, 26}), 2);
  EXPECT_EQ(statements.innermost_at({0, 6, 1}), 0);
  EXPECT_EQ(statements.innermost_at({0, 6, 2}), -1);
  EXPECT_EQ(statements.innermost_at({0, 7, 5}), -1);
  EXPECT_EQ(statements.innermost_at({0, 8, 3}), 3);
}

TEST(StatementTable, TakesALineWithoutAColumnForAnyPartOfIt) {
  const StatementTable statements = statements_of_a_file();
  EXPECT_EQ(statements.innermost_at({0, 4, 0}), 0);
  EXPECT_EQ(statements.innermost_at({0, 2, 0}), 2);
  EXPECT_EQ(statements.innermost_at({0, 6, 0}), 0);
}

TEST(StatementTable, KnowsNothingOfUnknownPlaces) {
  const StatementTable statements = statements_of_a_file();
  EXPECT_EQ(statements.innermost_at({}), -1);
  EXPECT_EQ(statements.innermost_at({0, 0, 0}), -1);
  EXPECT_EQ(statements.innermost_at({1, 2, 5}), -1) << "a source that was not read";
  EXPECT_FALSE(statements.knows(1));
}

TEST(StatementTable, LeadsFromAStatementToTheAnnotatedOneAround) {
  const StatementTable statements = statements_of_a_file();
  EXPECT_EQ(statements.annotated_around(1), 0);
  EXPECT_EQ(statements.annotated_around(2), 2);
  EXPECT_EQ(statements.annotated_around(3), -1);
  EXPECT_EQ(statements.annotated_around(-1), -1);
}

TEST(StatementTable, KnowsWhatIsAskedForAsAllIs) {
  StatementTable made;
  made.add(0, {{{1, 1}, {6, 1}, -1}, {{2, 3}, {2, 13}, 0}, {{8, 1}, {8, 18}, -1}}, {0, -1, -1}, {-1, 1, 2});
  made.add(1, {{{1, 1}, {6, 1}, -1}}, {-1});
  EXPECT_TRUE(made.is_requested(0));
  EXPECT_TRUE(made.is_requested(1));
  EXPECT_TRUE(made.is_requested(2));
  EXPECT_FALSE(made.is_requested(3));
  EXPECT_FALSE(made.is_requested(-1));
  EXPECT_EQ(made.annotated_around(1), 0) << "the annotation is that of the loop around";
  EXPECT_EQ(made[1].by_all, 1);
}

} // namespace
} // namespace osaca
