// Reads comma-separated values with care (RFC 4180): quoted fields, doubled quotes, line ends inside quotes, both line
// ends.
#pragma once

#include "base/expected.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::accuracy {

struct CsvTable {
  struct Row {
    int line = 0; ///< where it begins, from 1
    std::vector<std::string> fields;
  };
  std::string name; ///< for messages
  std::vector<std::string> columns;
  std::vector<Row> rows; ///< each with as many fields as there are columns

  [[nodiscard]] std::optional<std::size_t> column(std::string_view title) const;
};

/// The first record holds the columns' titles; empty lines are passed over. `name` is for messages.
[[nodiscard]] Expected<CsvTable> read_csv(std::string_view text, const std::string &name);

/// A field as it has to be written: quoted if it must be.
[[nodiscard]] std::string csv_field(std::string_view text);

/// The number that a field is.
[[nodiscard]] std::optional<double> number_in(std::string_view field);

} // namespace osaca::accuracy
