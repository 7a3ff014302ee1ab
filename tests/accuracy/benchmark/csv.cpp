#include "csv.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

namespace osaca::accuracy {
namespace {

/// Takes the text apart record by record.
class Reader {
public:
  explicit Reader(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {
    if (text_.substr(0, 3) == "\xef\xbb\xbf") // a byte-order mark is no part of the first title
      position_ = 3;
  }

  [[nodiscard]] bool at_end() const { return position_ >= text_.size(); }

  [[nodiscard]] Expected<CsvTable::Row> record() {
    CsvTable::Row row{line_, {}};
    while (true) {
      Expected<std::string> field = at('"') ? quoted() : plain();
      if (!field)
        return field.error();
      row.fields.push_back(std::move(field).value());
      if (!at(','))
        break;
      ++position_;
    }
    if (at('\r'))
      ++position_;
    if (!at_end() && !at('\n'))
      return problem("a quoted field must be followed by a comma or the end of the line", line_);
    if (at('\n')) {
      ++position_;
      ++line_;
    }
    return row;
  }

  [[nodiscard]] Error problem(const std::string &message, int line) const { return {message, {name_, line, 0}}; }

private:
  [[nodiscard]] bool at(char wanted) const { return !at_end() && text_[position_] == wanted; }

  Expected<std::string> plain() {
    const std::size_t end = std::min(text_.find_first_of(",\n", position_), text_.size());
    std::string field(text_.substr(position_, end - position_));
    position_ = end;
    if (!field.empty() && field.back() == '\r' && !at(',')) {
      field.pop_back();
    }
    if (field.find('"') != std::string::npos)
      return problem("a quote inside a field that does not begin with one; quote the whole field and double the quote",
                     line_);
    return field;
  }

  Expected<std::string> quoted() {
    const int begin_line = line_;
    std::string field;
    for (++position_; !at_end(); ++position_) {
      const char c = text_[position_];
      if (c == '\n')
        ++line_;
      if (c != '"') {
        field += c;
        continue;
      }
      ++position_;
      if (!at('"'))
        return field;
      field += '"';
    }
    return problem("the quoted field that begins here has no end", begin_line);
  }

  std::string_view text_;
  std::string name_;
  std::size_t position_ = 0;
  int line_ = 1;
};

bool is_empty(const CsvTable::Row &row) { return row.fields.size() == 1 && row.fields.front().empty(); }

} // namespace

std::optional<std::size_t> CsvTable::column(std::string_view title) const {
  const auto found = std::ranges::find(columns, title);
  if (found == columns.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

Expected<CsvTable> read_csv(std::string_view text, const std::string &name) {
  CsvTable table;
  table.name = name;
  Reader reader(text, name);
  while (!reader.at_end()) {
    Expected<CsvTable::Row> row = reader.record();
    if (!row)
      return row.error();
    if (is_empty(*row))
      continue;
    if (table.columns.empty()) {
      table.columns = std::move(row).value().fields;
      continue;
    }
    if (row->fields.size() != table.columns.size())
      return reader.problem(std::to_string(row->fields.size()) + " fields, but the first line names " +
                                std::to_string(table.columns.size()) + " columns",
                            row->line);
    table.rows.push_back(std::move(row).value());
  }
  if (table.columns.empty())
    return reader.problem("the file is empty; its first line must name the columns", 1);
  return table;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos)
    return std::string(text);
  std::string quoted = "\"";
  for (const char c : text)
    quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::optional<double> number_in(std::string_view field) {
  double value = 0;
  const auto [end, status] = std::from_chars(field.data(), field.data() + field.size(), value);
  return status == std::errc() && end == field.data() + field.size() ? std::optional(value) : std::nullopt;
}

} // namespace osaca::accuracy
