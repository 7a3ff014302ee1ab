// Puts the rows into groups by what may be the cause of their errors, so that the next improvement is chosen from
// figures.
#pragma once

#include "measure/statistics/agreement.h"
#include "prediction.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::accuracy {

using measure::statistics::Agreement;
using measure::statistics::agreement;
using measure::statistics::relative_error;

/// One sample with all that is said about it.
struct Row {
  Sample sample;
  Prediction ours;
  std::vector<Prediction> peers; ///< in the order of the tools
  std::vector<std::string> features;
};

struct Cause {
  std::string_view name;  ///< as the option --by takes it
  std::string_view title; ///< above the table
  std::vector<std::string> (*groups_of)(const Row &row);
};

[[nodiscard]] std::span<const Cause> all_causes();
/// nullptr: there is none of that name.
[[nodiscard]] const Cause *find_cause(std::string_view name);

struct Group {
  std::string name;
  Agreement ours;
  double share_of_rows = 0;                 ///< of those handled
  double share_of_error = 0;                ///< of the sum of all absolute errors
  std::optional<double> mean_error_of_rest; ///< MAPE of the rows outside of it
};

/// The members of a group against all rows.
[[nodiscard]] Group group_of(const std::string &name, const std::vector<Row> &members, const Agreement &all);

/// Those with the largest share of the error first.
[[nodiscard]] std::vector<Group> grouped(const std::vector<Row> &rows, const Cause &cause);

/// Whether `group` is the name of one of the row's groups by any cause; "not NAME": whether it is not.
[[nodiscard]] bool is_in_group(const Row &row, std::string_view group);

/// Of these rows, all of ours.
[[nodiscard]] Agreement our_agreement(const std::vector<Row> &rows);

/// The rows that we are furthest off at, the furthest first; rows without a prediction are not among them.
[[nodiscard]] std::vector<Row> worst_rows(std::vector<Row> rows, std::size_t count);

} // namespace osaca::accuracy
