// Each test edits a project as people do, and asks which loop is which afterwards.
#include "collection/baseline.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca {
namespace {

/// As collect() would make it: the id stands for file, function, role, path, core and text.
LoopRecord placed_loop(const std::string &file, int line, const std::string &function, const std::string &text,
                       const std::string &role = "", int vector_bits = 0, const std::string &arch = "core") {
  LoopRecord record;
  record.file = file;
  record.line = line;
  record.function = function;
  record.role = loop_role_named(role);
  record.arch = arch;
  record.figures.vector_bits = vector_bits;
  record.source_text_hash = text;
  record.opcodes_hash = "opcodes of " + text;
  record.id = file + function + role + arch + text;
  return record;
}

using Ints = std::vector<int>;

TEST(LoopMatching, FindsTheSameLoopsWhateverTheirOrder) {
  std::vector<LoopRecord> before = {placed_loop("a.c", 1, "f", "x"), placed_loop("a.c", 9, "f", "y"),
                                    placed_loop("b.c", 1, "g", "x")};
  std::vector<LoopRecord> after = {before[2], before[0], before[1]};
  EXPECT_EQ(matched_loops(before, after), (Ints{2, 0, 1}));
}

TEST(LoopMatching, FollowsMovedLinesAndAnInsertedLoop) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 10, "f", "x"), placed_loop("a.c", 20, "f", "y")};
  const std::vector<LoopRecord> after = {placed_loop("a.c", 15, "f", "new"), placed_loop("a.c", 40, "f", "x"),
                                         placed_loop("a.c", 50, "f", "y")};
  EXPECT_EQ(matched_loops(before, after), (Ints{-1, 0, 1}));
}

TEST(LoopMatching, FollowsRenamedFiles) {
  const std::vector<LoopRecord> before = {placed_loop("old.c", 10, "f", "x"), placed_loop("old.c", 20, "g", "x")};
  const std::vector<LoopRecord> after = {placed_loop("new.c", 10, "f", "x"), placed_loop("new.c", 20, "g", "x")};
  EXPECT_EQ(matched_loops(before, after), (Ints{0, 1}));
}

TEST(LoopMatching, FollowsRenamedFunctionsAndCompilersClones) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 10, "f", "x"), placed_loop("a.c", 20, "g", "y")};
  const std::vector<LoopRecord> after = {placed_loop("a.c", 10, "better_name", "x"),
                                         placed_loop("a.c", 20, "g.constprop.0", "y")};
  EXPECT_EQ(matched_loops(before, after), (Ints{0, 1}));
}

TEST(LoopMatching, FollowsAnEditedLoopStatement) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 10, "f", "i < n"), placed_loop("a.c", 20, "f", "same")};
  const std::vector<LoopRecord> after = {placed_loop("a.c", 10, "f", "i <= n"), placed_loop("a.c", 20, "f", "same")};
  EXPECT_EQ(matched_loops(before, after), (Ints{0, 1}));
}

TEST(LoopMatching, TakesTheVectorBodyForWhatIsLeftOfALoopWithoutVectors) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 10, "f", "x", "remainder"),
                                          placed_loop("a.c", 10, "f", "x", "vector body", 256)};
  const std::vector<LoopRecord> after = {placed_loop("a.c", 10, "f", "x")};
  EXPECT_EQ(matched_loops(before, after), (Ints{1}));
}

TEST(LoopMatching, NeverMixesCores) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 10, "f", "x", "", 0, "one")};
  const std::vector<LoopRecord> after = {placed_loop("a.c", 10, "f", "x", "", 0, "other")};
  EXPECT_EQ(matched_loops(before, after), (Ints{-1}));
}

TEST(LoopMatching, UsesNothingTwice) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 10, "f", "x")};
  const std::vector<LoopRecord> after = {placed_loop("b.c", 10, "f", "x"), placed_loop("c.c", 10, "f", "x")};
  const Ints matches = matched_loops(before, after);
  EXPECT_EQ(std::ranges::count(matches, 0), 1);
  EXPECT_EQ(std::ranges::count(matches, -1), 1);
}

TEST(LoopMatching, DoesNotDependOnTheOrderOfTheRecords) {
  std::vector<LoopRecord> before;
  std::vector<LoopRecord> after;
  for (int i = 0; i < 30; ++i) {
    before.push_back(placed_loop("a.c", i, "f" + std::to_string(i % 7), "t" + std::to_string(i % 5)));
    after.push_back(
        placed_loop(i % 3 == 0 ? "b.c" : "a.c", i + 3, "f" + std::to_string(i % 7), "t" + std::to_string(i % 4)));
  }
  const Ints matches = matched_loops(before, after);
  std::vector<LoopRecord> turned(before.rbegin(), before.rend());
  const Ints of_turned = matched_loops(turned, after);
  for (std::size_t i = 0; i < after.size(); ++i)
    EXPECT_EQ(of_turned[i], matches[i] < 0 ? -1 : 29 - matches[i]) << i;
}

TEST(LoopMatching, PairsLoopsWithTheSameIdInTheOrderOfTheSource) {
  const LoopRecord early = placed_loop("a.c", 10, "f", "x");
  const LoopRecord late = placed_loop("a.c", 20, "f", "x");
  const LoopRecord other = placed_loop("b.c", 1, "g", "y");
  ASSERT_EQ(early.id, late.id);
  EXPECT_EQ(matched_loops({late, early, other}, {early, other, late}), (Ints{1, 2, 0}));
  EXPECT_EQ(matched_loops({late, other}, {early, late, other}), (Ints{0, -1, 1})) << "the new loop may be either";
  EXPECT_EQ(matched_loops({late, early, other}, {other, late}), (Ints{2, 1}));
}

} // namespace
} // namespace osaca
