// rvv-bench-results: pages with one table for each combination of vector length and policy. A row is an instruction, a
// column one combination of SEW and LMUL, and a figure the cycles per instruction of unrolled code.
#include "measure/tables/published/input.h"
#include "measure/tables/published/markup.h"
#include "measure/tables/published_table.h"

#include "base/format.h"
#include "base/text.h"

#include <set>

namespace osaca::measure {
namespace {

/// A column of cycles under one setting of `vtype`; no types: another column.
struct VectorColumn {
  VectorTypes types;
  std::string text; ///< "e8,mf2"
};

VectorColumn vector_column(std::string heading) {
  const std::optional<VectorTypes> types = VectorTypes::named(heading);
  if (!types || !types->single())
    return {};
  heading.insert(heading.find('m'), ",");
  return {*types, heading};
}

/// The instruction without comments: "vlse8.v v8,(t2),t1/*-1*/" has its stride in elements.
std::string without_comments(std::string text) {
  for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*", at)) {
    const std::size_t end = text.find("*/", at + 2);
    text.erase(at, end == std::string::npos ? end : end + 2 - at);
  }
  return text;
}

class RvvTable {
public:
  explicit RvvTable(const ImportSource &source) : source_(source) { table_.isa = "riscv64"; }

  /// Adds the figures that are not in an earlier table.
  void add(const std::vector<MarkupRow> &rows, const std::string &remark) {
    std::vector<VectorColumn> types;
    for (const MarkupRow &row : rows) {
      if (row.cells.empty())
        continue;
      if (row.cells.front() == "instruction") {
        types.clear();
        for (const std::string &column : row.cells)
          types.push_back(vector_column(column));
      } else if (row.cells.size() > types.size()) {
        leave_out(row, "has more cells than the table has columns");
      } else {
        add_row(row, types, remark);
      }
    }
  }

  PublishedTable take() { return std::move(table_); }

private:
  void add_row(const MarkupRow &row, const std::vector<VectorColumn> &types, const std::string &remark) {
    const std::string &name = row.cells.front();
    const bool is_vector = name.starts_with("v");
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
      if (row.cells[i].empty() || types[i].types.empty())
        continue;
      const auto cycles = parse_decimal(row.cells[i]);
      if (!cycles || *cycles <= 0 || *cycles > 1e6) {
        leave_out(row, format_text("'{}' is no number of cycles", plain_name(row.cells[i])));
        continue;
      }
      PublishedRow made{name, without_comments(name), {}, cycles, "", row.line};
      if (is_vector) {
        made.vector_types = types[i].types;
        made.name += " @" + types[i].text;
        made.note = types[i].text + (remark.empty() ? "" : "; " + remark);
      } else {
        made.throughput_is_mixed = true;
        made.note = "registers are not interleaved, so the figure is between latency and throughput";
      }
      if (contains(name, "/*"))
        made.note += "; the comment of the name has the stride in elements";
      if (names_.insert(made.name).second)
        table_.rows.push_back(std::move(made));
      if (!is_vector)
        return; // its columns are the same instruction, repeated
    }
  }

  void leave_out(const MarkupRow &row, const std::string &reason) {
    table_.unmapped.push_back(
        {format_text("{}: {}", plain_name(row.cells.front()), reason), {source_.name, row.line, 0}});
  }

  const ImportSource &source_;
  PublishedTable table_;
  std::set<std::string> names_; ///< of rows
};

} // namespace

Expected<PublishedTable> read_rvv_bench(const ImportSource &source) {
  if (const auto error = too_large(source))
    return *error;
  const std::vector<MarkupRow> rows = table_rows(source.text, "tblMaa");
  if (rows.empty() || rows.front().cells.empty() || rows.front().cells.front() != "instruction")
    return Error{"not a page of rvv-bench-results: there is no table 'tblMaa' (vl=VLMAX, tail and mask agnostic)",
                 {source.name, rows.empty() ? 1 : rows.front().line, 0}};
  RvvTable table(source);
  table.add(rows, "");
  // Some pages have instructions only in this table. Without a mask, the policy makes no difference.
  table.add(table_rows(source.text, "tblMau"), "with mask undisturbed");
  PublishedTable made = table.take();
  std::string title = element_text(source.text, "h1");
  constexpr std::string_view series = "RVV benchmark ";
  made.cpu = plain_name(title.starts_with(series) ? title.substr(series.size()) : title);
  made.method = "rvv-bench-results, table with vl=VLMAX, tail and mask agnostic";
  return made;
}

} // namespace osaca::measure
