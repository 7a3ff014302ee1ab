// Normal equations and Gauss-Jordan elimination with the largest pivot. Columns without a pivot are free; an unknown is
// determined if its row contains none of them. The systems have some ten unknowns, with coefficients that are small
// integers, so squaring the condition number does no harm.
#include "measure/chains/equations.h"

#include "base/index.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double nothing = 1e-9;

using Row = std::vector<double>;

std::vector<std::string> names_in(const std::vector<LinearEquation> &equations) {
  std::map<std::string, int> seen;
  for (const LinearEquation &equation : equations)
    for (const auto &[name, factor] : equation.coefficients)
      seen.emplace(name, 0);
  std::vector<std::string> names;
  for (const auto &[name, zero] : seen)
    names.push_back(name);
  return names;
}

/// A'A x = A'b, the right side in the last column.
std::vector<Row> normal_equations(const std::vector<LinearEquation> &equations, const std::vector<std::string> &names) {
  std::vector<Row> rows(names.size(), Row(names.size() + 1, 0));
  for (const LinearEquation &equation : equations) {
    Row line(names.size() + 1, 0);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto found = equation.coefficients.find(names[i]); found != equation.coefficients.end())
        line[i] = found->second;
    line.back() = equation.value;
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t k = 0; k < line.size(); ++k)
        rows[i][k] += line[i] * line[k];
  }
  return rows;
}

/// Reduces `rows`; the column whose pivot each row holds, or -1.
std::vector<int> reduce(std::vector<Row> &rows) {
  const std::size_t count = rows.size();
  std::vector<int> pivots(count, -1);
  std::size_t rank = 0;
  for (std::size_t column = 0; column < count && rank < count; ++column) {
    std::size_t best = rank;
    for (std::size_t row = rank; row < count; ++row)
      if (std::abs(rows[row][column]) > std::abs(rows[best][column]))
        best = row;
    if (std::abs(rows[best][column]) < nothing)
      continue;
    std::swap(rows[rank], rows[best]);
    const double pivot = rows[rank][column];
    for (double &value : rows[rank])
      value /= pivot;
    for (std::size_t row = 0; row < count; ++row) {
      if (row == rank)
        continue;
      const double factor = rows[row][column];
      for (std::size_t k = 0; k < rows[row].size(); ++k)
        rows[row][k] -= factor * rows[rank][k];
    }
    pivots[rank++] = static_cast<int>(column);
  }
  return pivots;
}

} // namespace

std::map<std::string, SolvedUnknown> solve(const std::vector<LinearEquation> &equations) {
  const std::vector<std::string> names = names_in(equations);
  std::vector<Row> rows = normal_equations(equations, names);
  const std::vector<int> pivots = reduce(rows);
  std::map<std::string, SolvedUnknown> solution;
  for (const std::string &name : names)
    solution[name] = {0, false}; // free ones
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (pivots[row] < 0)
      continue;
    bool depends = false;
    for (std::size_t column = 0; column < names.size(); ++column)
      depends = depends || (static_cast<int>(column) != pivots[row] && std::abs(rows[row][column]) > nothing);
    solution[names[at(pivots[row])]] = {rows[row].back(), !depends};
  }
  return solution;
}

double largest_error(const std::vector<LinearEquation> &equations,
                     const std::map<std::string, SolvedUnknown> &solution) {
  double largest = 0;
  for (const LinearEquation &equation : equations) {
    double left = 0;
    for (const auto &[name, factor] : equation.coefficients)
      if (const auto found = solution.find(name); found != solution.end())
        left += factor * found->second.value;
    largest = std::max(largest, std::abs(left - equation.value));
  }
  return largest;
}

} // namespace osaca::measure
