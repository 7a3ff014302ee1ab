// Systems whose solution is known beforehand.
#include "measure/chains/helper_latencies.h"

#include <gtest/gtest.h>

#include <random>

namespace osaca::measure {
namespace {

std::string name_of_unknown(int index) { return "x" + std::to_string(index); }

TEST(Equations, SolvesRandomSystems) {
  std::mt19937 random(3); // NOLINT: the same every time
  for (int round = 0; round < 200; ++round) {
    const int count = std::uniform_int_distribution(1, 9)(random);
    std::vector<double> truth;
    for (int i = 0; i < count; ++i)
      truth.push_back(std::uniform_real_distribution(0.0, 20.0)(random));
    std::vector<LinearEquation> equations;
    for (int i = 0; i < count; ++i) // one of each alone makes sure that there is one solution
      equations.push_back({{{name_of_unknown(i), 1.0}}, truth[static_cast<std::size_t>(i)]});
    for (int extra = 0; extra < 2 * count; ++extra) {
      LinearEquation sum;
      for (int i = 0; i < count; ++i)
        if (const int times = std::uniform_int_distribution(0, 2)(random); times > 0) {
          sum.coefficients[name_of_unknown(i)] = times;
          sum.value += times * truth[static_cast<std::size_t>(i)];
        }
      equations.push_back(sum);
    }
    const auto solution = solve(equations);
    for (int i = 0; i < count; ++i) {
      EXPECT_TRUE(solution.at(name_of_unknown(i)).is_determined);
      EXPECT_NEAR(solution.at(name_of_unknown(i)).value, truth[static_cast<std::size_t>(i)], 1e-6);
    }
  }
}

TEST(Equations, SpreadErrorsOverAllThatContradict) {
  const auto solution = solve({{{{"x", 1.0}}, 3.0}, {{{"x", 1.0}}, 4.0}, {{{"x", 1.0}}, 5.0}});
  EXPECT_NEAR(solution.at("x").value, 4.0, 1e-9);
}

TEST(Equations, TellSumsFromSingleUnknowns) {
  // There and back: only the sum is known; what is closed with it alone is known.
  const std::vector<LinearEquation> equations = {{{{"there", 1.0}, {"back", 1.0}}, 7.0},
                                                 {{{"there", 1.0}, {"other way back", 1.0}}, 9.0},
                                                 {{{"alone", 1.0}}, 2.0}};
  const auto open = solve(equations);
  EXPECT_FALSE(open.at("there").is_determined);
  EXPECT_FALSE(open.at("back").is_determined);
  EXPECT_FALSE(open.at("other way back").is_determined);
  EXPECT_TRUE(open.at("alone").is_determined);

  std::vector<LinearEquation> settled = equations;
  settled.push_back({{{"there", 1.0}, {"back", -1.0}}, 0.0});
  const auto closed = solve(settled);
  EXPECT_TRUE(closed.at("other way back").is_determined);
  EXPECT_NEAR(closed.at("there").value, 3.5, 1e-9);
  EXPECT_NEAR(closed.at("other way back").value, 5.5, 1e-9);
}

TEST(Equations, NothingIsSolvedToNothing) { EXPECT_TRUE(solve({}).empty()); }

} // namespace
} // namespace osaca::measure
