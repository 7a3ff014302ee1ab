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

/// Sources that cannot be read have no text.
LoopRecord loop_without_text(const std::string &file, int line, const std::string &function, const std::string &code) {
  LoopRecord record = placed_loop(file, line, function, "");
  record.opcodes_hash = code;
  return record;
}

TEST(LoopMatching, FollowsEditedLoopsWhenNamesAreRelativeToAnotherRoot) {
  const std::vector<LoopRecord> before = {placed_loop("util.c", 1, "f", "x"), placed_loop("util.c", 5, "f", "y"),
                                          placed_loop("net/util.c", 1, "f", "z")};
  const std::vector<LoopRecord> after = {loop_without_text("/p/net/util.c", 2, "f", "1"),
                                         loop_without_text("/p/util.c", 2, "f", "2"),
                                         loop_without_text("/p/util.c", 9, "f", "3")};
  EXPECT_EQ(matched_loops(before, after), (Ints{2, 0, 1}));
  EXPECT_EQ(matched_loops(after, before), (Ints{1, 2, 0}));
}

TEST(LoopMatching, FollowsTheOnlyLoopOfItsFunctionAmongFilesWithOneName) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 1, "f", "x"), placed_loop("u/a.c", 1, "g", "y")};
  const std::vector<LoopRecord> after = {loop_without_text("/1/a.c", 2, "g", "1"),
                                         loop_without_text("/2/a.c", 2, "f", "2")};
  EXPECT_EQ(matched_loops(before, after), (Ints{1, 0}));
}

TEST(LoopMatching, NeverGuessesBetweenFilesWithOneName) {
  const std::vector<LoopRecord> before = {placed_loop("u/a.c", 1, "f", "x"), placed_loop("v/a.c", 1, "f", "y")};
  const std::vector<LoopRecord> after = {loop_without_text("/1/a.c", 2, "f", "1"),
                                         loop_without_text("/2/a.c", 2, "f", "2")};
  EXPECT_EQ(matched_loops(before, after), (Ints{-1, -1}));
}

TEST(FileDifferences, NamesAFileThatIsRelativeToAnotherRoot) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 1, "f", "x")};
  const std::vector<LoopRecord> after = {loop_without_text("/p/a.c", 2, "f", "1")};
  const FileDifferences files = file_differences(before, after, matched_loops(before, after));
  ASSERT_TRUE(files.other_root.has_value());
  EXPECT_EQ(files.other_root->after, "/p/a.c");
  EXPECT_TRUE(files.unmatched.empty());
  EXPECT_FALSE(files.compared_none);
}

TEST(FileDifferences, FindsFilesWhoseLoopsAllVanishedAndAppeared) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 1, "f", "x"), placed_loop("b.c", 1, "g", "y"),
                                          placed_loop("gone.c", 1, "h", "z")};
  const std::vector<LoopRecord> after = {placed_loop("b.c", 1, "g", "y"), loop_without_text("/p/a.c", 2, "other", "1"),
                                         placed_loop("new.c", 1, "k", "n")};
  const FileDifferences files = file_differences(before, after, matched_loops(before, after));
  ASSERT_EQ(files.unmatched.size(), 1U) << "loops that were added or removed are no problem";
  EXPECT_EQ(files.unmatched[0].before, "a.c");
  EXPECT_EQ(files.unmatched[0].after, "/p/a.c");
  EXPECT_FALSE(files.compared_none);
}

TEST(FileDifferences, KnowsThatNothingWasCompared) {
  const std::vector<LoopRecord> before = {placed_loop("a.c", 1, "f", "x")};
  const std::vector<LoopRecord> after = {placed_loop("b.c", 1, "g", "y")};
  EXPECT_TRUE(file_differences(before, after, matched_loops(before, after)).compared_none);
  EXPECT_FALSE(file_differences({}, after, matched_loops({}, after)).compared_none) << "an empty baseline is valid";
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
