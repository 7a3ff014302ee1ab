#include "base/expected.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <vector>

namespace osaca {
namespace {

Expected<std::unique_ptr<int>> positive(int number) {
  if (number <= 0)
    return Error{"is not positive", {"input", 1, 0}};
  return std::make_unique<int>(number);
}

Expected<std::map<int, int>> squares(const std::vector<int> &numbers) {
  std::map<int, int> made;
  std::unique_ptr<int> last;
  for (const int number : numbers) {
    OSACA_TRY(const std::unique_ptr<int> one, positive(number));
    OSACA_TRY(last, positive(*one * *one));
    made[*one] = *last;
  }
  return made;
}

TEST(TryExpression, DeclaresAndAssignsValues) {
  const auto made = squares({2, 3});
  ASSERT_TRUE(made);
  EXPECT_EQ(*made, (std::map<int, int>{{2, 4}, {3, 9}}));
}

TEST(TryExpression, ReturnsTheFirstErrorWithItsPlace) {
  const auto made = squares({2, 0, -1});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().text(), "input:1: is not positive");
}

TEST(TryExpression, TakesExpressionsWithCommas) {
  const auto sum = []() -> Expected<int> {
    OSACA_TRY(const auto made, Expected<std::map<int, int>>(std::map<int, int>{{1, 2}}));
    return made.at(1);
  };
  EXPECT_EQ(*sum(), 2);
}

} // namespace
} // namespace osaca
