// Tables of published figures, which lie beside the project where they are.
#pragma once

#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::sample {

using PublishedRow = std::map<std::string, std::string>; ///< by column

/// A line of a CSV file; fields may be in quotes.
inline std::vector<std::string> csv_fields(const std::string &line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line)
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  return fields;
}

/// Empty: the table is not there.
inline std::optional<std::vector<PublishedRow>> published_rows(const std::string &file) {
  std::ifstream in(std::string(OSACA_MEMORY_REFERENCE "/") + file);
  std::string line;
  if (!std::getline(in, line))
    return std::nullopt;
  const std::vector<std::string> columns = csv_fields(line);
  std::vector<PublishedRow> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = csv_fields(line);
    PublishedRow row;
    for (std::size_t c = 0; c < columns.size(); ++c)
      row[columns[c]] = c < fields.size() ? fields[c] : std::string();
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace osaca::sample
