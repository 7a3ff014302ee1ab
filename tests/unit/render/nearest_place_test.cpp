#include "render/diagnostics/diagnostics.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace osaca {
namespace {

using Places = std::vector<SourceLocation>;

/// How good an answer is: 0 for the same place, else by the distance in lines; nothing is as good as another file.
long distance(const SourceLocation &wanted, const SourceLocation &found) {
  if (wanted == found)
    return 0;
  return found.file == wanted.file ? 1 + std::labs(static_cast<long>(found.line) - wanted.line) : 1L << 40;
}

TEST(NearestPlace, IsNeverWorseThanAnyOtherListedPlace) {
  std::mt19937 random(7);
  const auto number = [&random](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  for (int round = 0; round < 200; ++round) {
    Places places;
    for (int i = 0; i <= number(30); ++i)
      places.push_back({number(2) == 0 ? "a.c" : "", number(40), number(4)});
    const NearestPlace nearest(places);
    for (int i = 0; i < 50; ++i) {
      const SourceLocation wanted = {number(2) == 0 ? "a.c" : "b.c", number(60) - 10, number(5)};
      const SourceLocation &found = places.at(nearest.index_of(wanted));
      for (const SourceLocation &other : places)
        EXPECT_LE(distance(wanted, found), distance(wanted, other)) << wanted.text();
    }
  }
}

TEST(NearestPlace, IsTheFirstOfEqualOnes) {
  const Places places = {{"x.c", 1, 1}, {"a.c", 5, 9}, {"a.c", 5, 2}, {"a.c", 5, 9}};
  const NearestPlace nearest(places);
  EXPECT_EQ(nearest.index_of({"a.c", 5, 9}), 1U);
  EXPECT_EQ(nearest.index_of({"a.c", 5, 2}), 2U);
  EXPECT_EQ(nearest.index_of({"a.c", 5, 7}), 1U) << "no such column";
  EXPECT_EQ(nearest.index_of({"unknown.c", 5, 9}), 0U);
}

} // namespace
} // namespace osaca
