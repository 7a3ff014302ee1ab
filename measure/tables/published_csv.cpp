// Tables as comma-separated values with the columns `asm`, `latency_cycles`, `reciprocal_throughput_cycles` and, where
// they exist, `instruction` and `note`. Fields with commas are quoted, as in RFC 4180. The reader is written by hand:
// it needs no more than this, and the line of each record for messages.
#include "base/format.h"
#include "measure/tables/published_table.h"

#include <algorithm>

namespace osaca::measure {
namespace {

struct CsvRecord {
  std::vector<std::string> fields;
  int line = 0; ///< where it begins
};

class CsvReader {
public:
  CsvReader(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  /// The next record that is not an empty line; one without fields at the end of the text.
  [[nodiscard]] Expected<CsvRecord> next() {
    while (!text_.empty() && (text_.front() == '\n' || text_.front() == '\r'))
      skip();
    CsvRecord made;
    made.line = line_;
    if (text_.empty())
      return made;
    for (;;) {
      OSACA_TRY(std::string field, next_field());
      made.fields.push_back(std::move(field));
      if (text_.empty() || text_.front() != ',')
        break;
      if (made.fields.size() == most_fields)
        return Error{"a line has more than 64 fields", {name_, line_, 0}};
      skip();
    }
    if (!text_.empty() && text_.front() != '\n' && text_.front() != '\r')
      return Error{"expected a comma after a quoted field", {name_, line_, 0}};
    return made;
  }

private:
  static constexpr std::size_t most_fields = 64;
  static constexpr std::size_t longest_field = 2000;

  void skip() {
    line_ += text_.front() == '\n' ? 1 : 0;
    text_.remove_prefix(1);
  }

  [[nodiscard]] Expected<std::string> next_field() {
    std::string field;
    const bool quoted = !text_.empty() && text_.front() == '"';
    if (quoted)
      skip();
    while (!text_.empty() && field.size() < longest_field) {
      const char c = text_.front();
      if (quoted && c == '"') {
        skip();
        if (text_.empty() || text_.front() != '"')
          return field;
      } else if (!quoted && (c == ',' || c == '\n' || c == '\r')) {
        return field;
      }
      field += c;
      skip();
    }
    if (quoted || field.size() >= longest_field)
      return Error{quoted && text_.empty() ? "a quoted field has no end" : "a field is longer than 2000 characters",
                   {name_, line_, 0}};
    return field;
  }

  std::string_view text_;
  std::string name_;
  int line_ = 1;
};

/// The places of the columns in the first line; -1: not there.
struct Columns {
  int name = -1;
  int assembly = -1;
  int latency = -1;
  int throughput = -1;
  int note = -1;
};

Columns columns_of(const CsvRecord &head) {
  const auto place = [&](std::string_view name) {
    const auto found = std::ranges::find(head.fields, name);
    return found == head.fields.end() ? -1 : static_cast<int>(found - head.fields.begin());
  };
  return {place("instruction"), place("asm"), place("latency_cycles"), place("reciprocal_throughput_cycles"),
          place("note")};
}

std::string field_at(const CsvRecord &record, int column) {
  const auto place = static_cast<std::size_t>(column);
  return column >= 0 && place < record.fields.size() ? record.fields[place] : "";
}

} // namespace

Expected<PublishedTable> read_csv_table(const ImportSource &source) {
  CsvReader reader(source.text, source.name);
  OSACA_TRY(const CsvRecord head, reader.next());
  const Columns columns = columns_of(head);
  if (columns.assembly < 0 || (columns.latency < 0 && columns.throughput < 0))
    return Error{"not a table: the first line must name the columns 'asm' and 'latency_cycles' or "
                 "'reciprocal_throughput_cycles'",
                 {source.name, 1, 0}};
  PublishedTable table;
  table.isa = source.isa;
  table.method = "a table of " + source.name.substr(source.name.find_last_of('/') + 1);
  for (;;) {
    OSACA_TRY(const CsvRecord record, reader.next());
    if (record.fields.empty())
      return table;
    PublishedRow row;
    row.assembly = field_at(record, columns.assembly);
    row.name = columns.name >= 0 ? field_at(record, columns.name) : row.assembly;
    row.note = field_at(record, columns.note);
    row.line = record.line;
    const std::string latency = field_at(record, columns.latency);
    const std::string throughput = field_at(record, columns.throughput);
    row.latency_cycles = cycles_in(latency);
    row.throughput_cycles = cycles_in(throughput);
    if ((!latency.empty() && !row.latency_cycles) || (!throughput.empty() && !row.throughput_cycles))
      table.unmapped.push_back({"a figure is not a number of cycles", {source.name, record.line, 0}});
    else
      table.rows.push_back(std::move(row));
  }
}

} // namespace osaca::measure
