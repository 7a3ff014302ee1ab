#include "reference_table.h"

#include "csv.h"

#include <cmath>
#include <fstream>
#include <sstream>

namespace osaca::accuracy {

Expected<std::vector<ReferenceRow>> reference_rows(const std::filesystem::path &file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    return Error{"cannot read " + file.string()};
  std::ostringstream text;
  text << stream.rdbuf();
  const Expected<CsvTable> table = read_csv(text.str(), file.string());
  if (!table)
    return table.error();
  std::vector<ReferenceRow> rows;
  for (const CsvTable::Row &fields : table->rows) {
    ReferenceRow &row = rows.emplace_back();
    for (std::size_t i = 0; i < table->columns.size(); ++i)
      row[table->columns[i]] = fields.fields[i];
  }
  return rows;
}

std::optional<Cycles> printed_cycles(const ReferenceRow &row, const std::string &column) {
  const auto field = row.find(column);
  return field == row.end() ? std::nullopt : Cycles::parse(field->second);
}

double printed_rounding(const ReferenceRow &row, const std::string &column) {
  const auto field = row.find(column);
  if (field == row.end())
    return 0;
  const std::size_t dot = field->second.find('.');
  if (dot == std::string::npos)
    return 0;
  return 0.5 * std::pow(10.0, -static_cast<double>(field->second.size() - dot - 1));
}

} // namespace osaca::accuracy
