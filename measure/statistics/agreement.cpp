#include "measure/statistics/agreement.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace osaca::measure::statistics {
namespace {

using Pairs = std::vector<std::pair<double, double>>;

std::uint64_t pairs_of(std::uint64_t count) { return count * (count - (count > 0 ? 1 : 0)) / 2; }

/// How many pairs of elements are equal; equal ones are next to each other.
template <class Elements, class Equal> std::uint64_t tied_pairs(const Elements &sorted, Equal equal) {
  std::uint64_t tied = 0;
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    const auto end = std::find_if_not(begin, sorted.end(), [&](const auto &element) { return equal(*begin, element); });
    tied += pairs_of(static_cast<std::uint64_t>(end - begin));
    begin = end;
  }
  return tied;
}

/// Sorts by merging and counts the pairs in the wrong order.
std::uint64_t sort_counting_inversions(std::vector<double> &values, std::vector<double> &scratch, std::size_t begin,
                                       std::size_t end) {
  if (end - begin < 2)
    return 0;
  const std::size_t middle = begin + (end - begin) / 2;
  std::uint64_t inversions =
      sort_counting_inversions(values, scratch, begin, middle) + sort_counting_inversions(values, scratch, middle, end);
  std::size_t left = begin;
  std::size_t right = middle;
  for (std::size_t out = begin; out < end; ++out) {
    const bool take_left = right == end || (left < middle && values[left] <= values[right]);
    if (!take_left)
      inversions += middle - left; // it overtakes all that is left of the left half
    scratch[out] = take_left ? values[left++] : values[right++];
  }
  std::copy(scratch.begin() + static_cast<std::ptrdiff_t>(begin), scratch.begin() + static_cast<std::ptrdiff_t>(end),
            values.begin() + static_cast<std::ptrdiff_t>(begin));
  return inversions;
}

double mean(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> rounded(std::vector<double> cycles) {
  for (double &value : cycles)
    value = std::round(value * 100) / 100;
  return cycles;
}

} // namespace

// Knight's method (1966): with the pairs in the order of their first values (second values among equal ones), the pairs
// in opposite order are the inversions of the second values.
std::optional<double> kendall_tau_b(const std::vector<double> &first, const std::vector<double> &second) {
  Pairs pairs;
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
    pairs.emplace_back(first[i], second[i]);
  std::ranges::sort(pairs);
  const std::uint64_t all = pairs_of(pairs.size());
  const std::uint64_t tied_first = tied_pairs(pairs, [](const auto &a, const auto &b) { return a.first == b.first; });
  const std::uint64_t tied_both = tied_pairs(pairs, [](const auto &a, const auto &b) { return a == b; });
  std::vector<double> values;
  for (const auto &pair : pairs)
    values.push_back(pair.second);
  std::vector<double> scratch(values.size());
  const std::uint64_t discordant = sort_counting_inversions(values, scratch, 0, values.size());
  const std::uint64_t tied_second = tied_pairs(values, [](double a, double b) { return a == b; });
  if (all == tied_first || all == tied_second)
    return std::nullopt;
  const double untied = static_cast<double>(all + tied_both - tied_first - tied_second);
  return (untied - 2 * static_cast<double>(discordant)) /
         std::sqrt(static_cast<double>(all - tied_first) * static_cast<double>(all - tied_second));
}

std::optional<double> median(std::vector<double> values) {
  if (values.empty())
    return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1)
    return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double relative_error(double predicted, double measured) { return (predicted - measured) / measured; }

Agreement agreement(const std::vector<double> &measured, const std::vector<std::optional<double>> &predicted) {
  std::vector<double> handled_measured;
  std::vector<double> handled_predicted;
  std::vector<double> errors;
  std::vector<double> signed_errors;
  Agreement result;
  result.rows = measured.size();
  for (std::size_t i = 0; i < measured.size(); ++i) {
    if (i >= predicted.size() || !predicted[i])
      continue;
    const double error = relative_error(*predicted[i], measured[i]);
    handled_measured.push_back(measured[i]);
    handled_predicted.push_back(*predicted[i]);
    signed_errors.push_back(error);
    errors.push_back(std::abs(error));
    result.within += std::abs(error) <= tolerated_error ? 1 : 0;
    result.over += error > tolerated_error ? 1 : 0;
    result.under += error < -tolerated_error ? 1 : 0;
  }
  result.not_handled = result.rows - errors.size();
  if (errors.empty())
    return result;
  result.total_error = std::accumulate(errors.begin(), errors.end(), 0.0);
  result.mean_error = mean(errors);
  result.mean_signed_error = mean(signed_errors);
  result.median_error = median(errors);
  result.kendall_tau = kendall_tau_b(handled_measured, handled_predicted);
  result.kendall_tau_rounded = kendall_tau_b(rounded(handled_measured), rounded(handled_predicted));
  return result;
}

} // namespace osaca::measure::statistics
