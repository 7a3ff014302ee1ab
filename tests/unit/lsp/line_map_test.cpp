#include "driver/lsp/document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace osaca::driver::lsp {
namespace {

using Lines = LineMap::Lines;

std::vector<int> found(const Lines &compiled, const Lines &now) {
  const LineMap map(compiled, now);
  std::vector<int> out;
  for (int i = 0; i < static_cast<int>(compiled.size()); ++i)
    out.push_back(map.now(i).value_or(-1));
  return out;
}

using Places = std::vector<int>;

TEST(LineMap, WhatIsTheSameStays) {
  EXPECT_EQ(found({"a", "b", "b"}, {"a", "b", "b"}), (Places{0, 1, 2}));
  EXPECT_EQ(found({}, {"a"}), Places{});
  EXPECT_EQ(found({"a"}, {}), Places{-1});
}

TEST(LineMap, MovesWithLinesThatWereAddedOrTakenAway) {
  EXPECT_EQ(found({"a", "b", "c"}, {"x", "a", "b", "y", "c"}), (Places{1, 2, 4}));
  EXPECT_EQ(found({"a", "b", "c", "d"}, {"a", "d"}), (Places{0, -1, -1, 1}));
}

TEST(LineMap, ChangedLinesAreNotGuessed) {
  EXPECT_EQ(found({"a", "b", "c"}, {"a", "B", "c"}), (Places{0, -1, 2}));
  EXPECT_EQ(found({"a", "b"}, {"c", "d"}), (Places{-1, -1}));
}

TEST(LineMap, FindsLinesBetweenSeveralEdits) {
  EXPECT_EQ(found({"{", "one", "}", "{", "two", "}", "{", "three", "}"},
                  {"x", "{", "one", "}", "y", "{", "two", "}", "{", "3", "}"}),
            (Places{1, 2, 3, 5, 6, 7, 8, -1, 10}));
}

TEST(LineMap, OfPartsThatChangedPlacesOneIsFound) {
  const Places places = found({"a", "b", "c", "d"}, {"c", "d", "a", "b"});
  EXPECT_EQ(std::ranges::count(places, -1), 2);
}

TEST(LineMap, KnowsWhetherLinesAreStillTogether) {
  const LineMap map({"a", "b", "c", "d"}, {"x", "a", "b", "y", "c", "d"});
  EXPECT_TRUE(map.is_unchanged(0, 1));
  EXPECT_TRUE(map.is_unchanged(2, 3));
  EXPECT_FALSE(map.is_unchanged(1, 2)) << "one was put between them";
  EXPECT_FALSE(map.is_unchanged(3, 4)) << "there was no such line";
  EXPECT_FALSE(map.is_unchanged(-1, 0));
}

TEST(LineMap, FoundLinesAreTheSameAndInOrder) {
  std::mt19937 random(3); // NOLINT: the same each time
  for (int round = 0; round < 300; ++round) {
    Lines compiled;
    for (int i = 0; i < 40; ++i)
      compiled.push_back(std::to_string(random() % 25));
    Lines now = compiled;
    for (int edit = 0; edit < 6; ++edit) {
      const auto place = now.begin() + static_cast<std::ptrdiff_t>(random() % now.size());
      if (random() % 2 == 0)
        now.erase(place);
      else
        now.insert(place, std::to_string(random() % 30));
    }
    const Places places = found(compiled, now);
    int last = -1;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] < 0)
        continue;
      ASSERT_GT(places[i], last);
      last = places[i];
      ASSERT_EQ(compiled[i], now[static_cast<std::size_t>(places[i])]);
    }
  }
}

TEST(LineMap, TakesNoTimeForLargeTexts) {
  Lines compiled;
  for (int i = 0; i < 200000; ++i)
    compiled.push_back(i % 3 == 0 ? "}" : std::to_string(i));
  Lines now(compiled.rbegin(), compiled.rend());
  const LineMap map(compiled, now);
  EXPECT_TRUE(LineMap(compiled, compiled).is_unchanged(0, 199999));
}

} // namespace
} // namespace osaca::driver::lsp
