#include "attribution.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::accuracy {
namespace {

constexpr double least_share_of_error = 0.01;

struct Sum {
  double error = 0;
  std::size_t rows = 0;

  void add(double row_error) {
    error += row_error;
    ++rows;
  }
};

double error_of(const Row &row) { return std::abs(relative_error(*row.ours.cycles, row.sample.measured_cycles)); }

/// How much error the members have more than as many of the others; 0 if there are no others to compare with.
double excess(const Sum &members, const Sum &all) {
  if (members.rows == all.rows)
    return 0;
  const double mean_of_others = (all.error - members.error) / static_cast<double>(all.rows - members.rows);
  return members.error - mean_of_others * static_cast<double>(members.rows);
}

bool has_feature(const Row &row, const std::string &feature) {
  return std::find(row.features.begin(), row.features.end(), feature) != row.features.end();
}

/// The feature with the most excess among these rows; nothing if none has `least`.
std::optional<std::string> worst_feature(const std::vector<Row> &rows, double least) {
  Sum all;
  std::map<std::string, Sum> by_feature;
  for (const Row &row : rows) {
    all.add(error_of(row));
    for (const std::string &feature : row.features)
      by_feature[feature].add(error_of(row));
  }
  const auto worst = std::max_element(by_feature.begin(), by_feature.end(), [&](const auto &a, const auto &b) {
    return excess(a.second, all) < excess(b.second, all);
  });
  if (worst == by_feature.end() || excess(worst->second, all) <= least)
    return std::nullopt;
  return worst->first;
}

} // namespace

std::vector<Group> attributed(const std::vector<Row> &rows) {
  std::vector<Row> left = rows;
  std::erase_if(left, [](const Row &row) { return !row.ours.cycles; });
  const Agreement all = our_agreement(left);
  std::vector<Group> groups;
  while (const auto feature = worst_feature(left, least_share_of_error * all.total_error)) {
    const auto taken =
        std::stable_partition(left.begin(), left.end(), [&](const Row &row) { return !has_feature(row, *feature); });
    groups.push_back(group_of(*feature, std::vector<Row>(taken, left.end()), all));
    left.erase(taken, left.end());
  }
  if (!left.empty())
    groups.push_back(group_of("(the rest)", left, all));
  return groups;
}

} // namespace osaca::accuracy
