// Linear equations in named unknowns, solved by least squares, with what they leave open told apart.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace osaca::measure {

struct LinearEquation {
  std::map<std::string, double> coefficients;
  double value = 0;
};

struct SolvedUnknown {
  double value = 0;
  bool is_determined = false; ///< false: only sums with others are known; `value` is then one of many
};

/// The unknowns that make the sum of squared errors least.
[[nodiscard]] std::map<std::string, SolvedUnknown> solve(const std::vector<LinearEquation> &equations);

/// The largest difference between the two sides of an equation.
[[nodiscard]] double largest_error(const std::vector<LinearEquation> &equations,
                                   const std::map<std::string, SolvedUnknown> &solution);

} // namespace osaca::measure
