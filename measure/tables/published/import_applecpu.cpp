// applecpu: pages of preformatted rows with the columns latency, reciprocal throughput, uops and units. A latency is a
// number, an upper bound (only a round trip was measured), or a list with one latency for each source operand.
#include "measure/tables/published/applecpu_text.h"
#include "measure/tables/published/input.h"
#include "measure/tables/published/markup.h"
#include "measure/tables/published_table.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace osaca::measure {

bool AppleName::has(std::string_view argument) const {
  return std::ranges::find(arguments, argument) != arguments.end();
}

std::string AppleName::general_register() const { return last() == "64-bit" ? "x" : last() == "32-bit" ? "w" : ""; }

AppleName apple_name(std::string_view text) {
  const std::size_t open = std::min(text.find(" ("), text.size());
  AppleName name{lower_cased(trimmed(text.substr(0, open))), {}};
  std::string_view inside = text.substr(std::min(open + 2, text.size()));
  inside = inside.substr(0, inside.find(')'));
  for (; !inside.empty(); inside.remove_prefix(std::min(inside.find(','), inside.size() - 1) + 1))
    name.arguments.emplace_back(trimmed(inside.substr(0, inside.find(','))));
  return name;
}

namespace {

constexpr std::string_view at_most_sign = "\xe2\x89\xa4"; // less than or equal to, in UTF-8

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Where the columns begin, from the header row.
struct Columns {
  std::array<std::size_t, 7> begin{}; ///< latency, throughput, uops, integer, memory, floating point, units

  [[nodiscard]] std::string cell(const std::string &row, std::size_t column) const {
    const std::size_t end = column + 1 < begin.size() ? begin[column + 1] : row.size();
    return begin[column] >= row.size() ? "" : std::string(trimmed(row.substr(begin[column], end - begin[column])));
  }
};

std::optional<Columns> columns_of(const std::string &header) {
  Columns columns;
  std::size_t from = 0;
  constexpr std::string_view titles[] = {"LAT", "TP", "Uops", "Int", "Mem", "FP", "Units"};
  for (std::size_t i = 0; i < columns.begin.size(); ++i) {
    from = header.find(titles[i], from);
    if (from == std::string::npos)
      return std::nullopt;
    columns.begin[i] = from;
  }
  return columns;
}

void add_latency(PublishedRow &row, const std::string &text) {
  if (text.starts_with('['))
    row.note = format_text("latency by operand: {}; ", replaced(text, "~", "at most "));
  else if (text.starts_with('~'))
    row.note = format_text("latency at most {} (round trip through another instruction); ", text.substr(1));
  else
    row.latency_cycles = cycles_in(text);
}

std::string shown(const std::string &cell) { return cell.empty() ? "-" : plain_name(cell); }

PublishedRow row_in(const MarkupRow &markup, const std::string &text, const Columns &columns) {
  PublishedRow row;
  row.name = trimmed(text.substr(0, columns.begin[0]));
  row.line = markup.line;
  add_latency(row, plain_name(columns.cell(text, 0)));
  row.throughput_cycles = cycles_in(columns.cell(text, 1));
  row.note += format_text("uops {}, of units int {} mem {} fp {}: {}", shown(columns.cell(text, 2)),
                          shown(columns.cell(text, 3)), shown(columns.cell(text, 4)), shown(columns.cell(text, 5)),
                          shown(columns.cell(text, 6)));
  const AppleName name = apple_name(row.name);
  for (auto *text_of : {apple_memory_text, apple_general_text, apple_vector_text})
    if (row.assembly.empty())
      row.assembly = text_of(name);
  return row;
}

} // namespace

Expected<PublishedTable> read_applecpu(const ImportSource &source) {
  if (const auto error = too_large(source))
    return *error;
  PublishedTable table{.isa = "aarch64", .cpu = "", .method = "applecpu", .rows = {}, .unmapped = {}};
  std::optional<Columns> columns;
  for (const MarkupRow &markup : preformatted_rows(source.text)) {
    const std::string text = replaced(markup.cells.front(), at_most_sign, "~");
    if (!columns) {
      columns = columns_of(text);
      continue;
    }
    if (text.size() <= columns->begin[1])
      continue;
    PublishedRow row = row_in(markup, text, *columns);
    if (row.throughput_cycles || row.latency_cycles)
      table.rows.push_back(std::move(row));
    else
      table.unmapped.push_back({format_text("{}: no figures", plain_name(row.name)), {source.name, markup.line, 0}});
  }
  if (!columns)
    return Error{"not a page of applecpu: no row has the titles LAT, TP, Uops, Int, Mem, FP and Units",
                 {source.name, 1, 0}};
  table.cpu = plain_name(element_text(source.text, "title"));
  table.cpu = table.cpu.substr(0, table.cpu.find(' '));
  return table;
}

} // namespace osaca::measure
