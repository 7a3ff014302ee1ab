// What an event counts of each part of the machine, if it counts several.
#include "measure/counters/event_verdict.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr int most_rounds = 2000;
constexpr double settled = 1e-9;
constexpr double least_told = 0.01; // events for each unit

/// min |A x - b| with x >= 0, one unknown after the other: it converges, since the sum of squares is convex.
std::vector<double> nonnegative_least_squares(const std::vector<std::vector<double>> &rows,
                                              const std::vector<double> &wanted, std::size_t unknowns) {
  std::vector<double> x(unknowns, 0);
  std::vector<double> left = wanted;
  for (int round = 0; round < most_rounds; ++round) {
    double most_change = 0;
    for (std::size_t k = 0; k < unknowns; ++k) {
      double slope = 0;
      double curvature = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        slope += rows[i][k] * left[i];
        curvature += rows[i][k] * rows[i][k];
      }
      const double better = curvature > 0 ? std::max(0.0, x[k] + slope / curvature) : 0;
      const double change = better - x[k];
      for (std::size_t i = 0; i < rows.size(); ++i)
        left[i] -= change * rows[i][k];
      x[k] = better;
      most_change = std::max(most_change, std::abs(change));
    }
    if (most_change < settled)
      break;
  }
  return x;
}

} // namespace

std::vector<std::pair<CountedPart, double>> overlap_of(const EventMatrix &matrix, const EventFormula &formula) {
  std::vector<CountedPart> parts;
  const auto place_of = [&parts](const StressWorkload &workload) {
    const auto found = std::ranges::find_if(parts, [&](const CountedPart &one) {
      return one.resource == workload.resource && one.access == workload.access;
    });
    return static_cast<std::size_t>(found - parts.begin());
  };
  for (const StressWorkload &workload : matrix.workloads)
    if (!workload.resource.empty() && place_of(workload) == parts.size())
      parts.push_back({workload.resource, workload.access});
  std::vector<std::vector<double>> rows;
  std::vector<double> wanted;
  for (std::size_t i = 0; i < matrix.workloads.size(); ++i) {
    const StressWorkload &workload = matrix.workloads[i];
    const auto count = matrix.value(i, formula);
    if (!count || workload.units <= 0 || workload.resource.empty())
      continue;
    // Each workload weighs the same, however long it is.
    std::vector<double> row(parts.size(), 0);
    row[place_of(workload)] = 1;
    rows.push_back(std::move(row));
    wanted.push_back(*count / workload.units);
  }
  const std::vector<double> found = nonnegative_least_squares(rows, wanted, parts.size());
  std::vector<std::pair<CountedPart, double>> made;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (found[k] >= least_told)
      made.emplace_back(parts[k], found[k]);
  return made;
}

} // namespace osaca::measure
