#include "measure/tables/diff.h"

#include "driver/command_line/lines.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

constexpr std::size_t columns = 5;
using Row = std::array<std::string, columns>;

Row row_of(const std::string &opcode, const FigureDifference &one) {
  const bool split = one.a.is_split || one.b.is_split;
  return {opcode, one.what == "latency" ? "latency " + one.from + " -> " + one.to : one.what, one.a.text(),
          one.b.text(), split ? "divided by assumption" : ""};
}

std::string lined_up(const std::vector<Row> &rows) {
  std::array<std::size_t, columns> widths{};
  for (const Row &row : rows)
    for (std::size_t i = 0; i < columns; ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string out;
  for (const Row &row : rows) {
    std::string line;
    for (std::size_t i = 0; i < columns; ++i) {
      const std::string blanks(widths[i] - row[i].size(), ' ');
      const bool is_number = i == 2 || i == 3;
      line += (i == 0 ? "" : "  ") + (is_number ? blanks + row[i] : row[i] + blanks);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

/// A name for a column: without the folders of a path.
std::string short_name(const std::string &name) {
  return "A: " + name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1);
}

} // namespace

std::string diff_text(const Comparison &comparison, const std::string &a, const std::string &b) {
  std::string out;
  if (!comparison.differing.empty()) {
    std::vector<Row> rows = {{"form", "cycles of", short_name(a), "B" + short_name(b).substr(1), ""}};
    for (const FormDifference &form : comparison.differing)
      for (std::size_t i = 0; i < form.figures.size(); ++i)
        rows.push_back(row_of(i == 0 ? form.opcode : "", form.figures[i]));
    out = lined_up(rows) + "\n";
  }
  out += std::to_string(comparison.same_count) + " forms the same, " + std::to_string(comparison.differing.size()) +
         " differ, " + std::to_string(comparison.only_a.size()) + " only in A, " +
         std::to_string(comparison.only_b.size()) + " only in B";
  if (comparison.uncomparable_count > 0)
    out += ", " + std::to_string(comparison.uncomparable_count) + " in both without a figure of the same kind";
  return out + "\n";
}

std::string diff_csv(const Comparison &comparison) {
  std::string out = "opcode,what,from,to,a_cycles,b_cycles,divided_by_assumption\n";
  for (const FormDifference &form : comparison.differing)
    for (const FigureDifference &one : form.figures)
      out += driver::csv_field(form.opcode) + "," + one.what + "," + driver::csv_field(one.from) + "," +
             driver::csv_field(one.to) + "," + one.a.text() + "," + one.b.text() + "," +
             (one.a.is_split || one.b.is_split ? "yes" : "no") + "\n";
  for (const std::string &opcode : comparison.only_a)
    out += driver::csv_field(opcode) + ",only in A,,,,,\n";
  for (const std::string &opcode : comparison.only_b)
    out += driver::csv_field(opcode) + ",only in B,,,,,\n";
  return out;
}

} // namespace osaca::measure
