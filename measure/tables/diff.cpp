#include "measure/tables/diff.h"

#include "base/format.h"
#include "driver/command_line/lines.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace osaca::measure {

namespace {

/// In LLVM's order; then the opcodes that this version of LLVM does not know.
std::vector<std::string> all_opcodes(const Subject &a, const Subject &b, const ExampleForms &examples) {
  std::vector<std::string> all = examples.opcodes();
  std::unordered_set<std::string> known(all.begin(), all.end());
  for (const Subject *one : {&a, &b})
    for (const std::string &opcode : one->opcodes())
      if (known.insert(opcode).second)
        all.push_back(opcode);
  return all;
}

} // namespace

std::vector<FigureDifference> differences(const FormFigures &a, const FormFigures &b, const Tolerance &tolerance,
                                          bool &common) {
  std::vector<FigureDifference> found;
  common = a.throughput && b.throughput;
  if (common && !agree(*a.throughput, *b.throughput, tolerance))
    found.push_back({"throughput", "", "", *a.throughput, *b.throughput});
  for (const auto &[pair, mine] : a.latencies) {
    const auto other = b.latencies.find(pair);
    if (other == b.latencies.end())
      continue;
    common = true;
    if (!agree(mine, other->second, tolerance))
      found.push_back({"latency", pair.first, pair.second, mine, other->second});
  }
  return found;
}

TableDiff compare(const Subject &a, const Subject &b, ExampleForms &examples, const DiffOptions &options) {
  TableDiff made;
  for (const std::string &opcode : all_opcodes(a, b, examples)) {
    if (!options.wanted(opcode))
      continue;
    const auto mine = a.figures(opcode, examples);
    const auto other = b.figures(opcode, examples);
    if (mine && !other)
      made.only_a.push_back(opcode);
    if (!mine && other)
      made.only_b.push_back(opcode);
    if (!mine || !other)
      continue;
    bool common = false;
    std::vector<FigureDifference> found = differences(*mine, *other, options.tolerance, common);
    if (!common)
      ++made.uncomparable_count;
    else if (found.empty())
      ++made.same_count;
    else
      made.differing.push_back({opcode, std::move(found)});
  }
  return made;
}

namespace {

constexpr std::size_t columns = 5;
using Row = std::array<std::string, columns>;

Row row_of(const std::string &opcode, const FigureDifference &one) {
  const bool split = one.a.is_split || one.b.is_split;
  return {opcode, one.what == "latency" ? format_text("latency {} -> {}", one.from, one.to) : one.what, one.a.text(),
          one.b.text(), split ? "division assumed" : ""};
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

std::string diff_text(const TableDiff &comparison, const std::string &a, const std::string &b) {
  std::string out;
  if (!comparison.differing.empty()) {
    std::vector<Row> rows = {{"form", "cycles of", short_name(a), "B" + short_name(b).substr(1), ""}};
    for (const FormDifference &form : comparison.differing)
      for (std::size_t i = 0; i < form.figures.size(); ++i)
        rows.push_back(row_of(i == 0 ? form.opcode : "", form.figures[i]));
    out = lined_up(rows) + "\n";
  }
  out += format_text("{} forms agree, {} differ, {} only in A, {} only in B", comparison.same_count,
                     comparison.differing.size(), comparison.only_a.size(), comparison.only_b.size());
  if (comparison.uncomparable_count > 0)
    out += format_text(", {} in both, but without a common kind of figure", comparison.uncomparable_count);
  return out + "\n";
}

std::string diff_csv(const TableDiff &comparison) {
  std::string out = "opcode,what,from,to,a_cycles,b_cycles,divided_by_assumption\n";
  for (const FormDifference &form : comparison.differing)
    for (const FigureDifference &one : form.figures)
      out += format_text("{},{},{},{},{},{},{}\n", driver::csv_field(form.opcode), one.what,
                         driver::csv_field(one.from), driver::csv_field(one.to), one.a.text(), one.b.text(),
                         one.a.is_split || one.b.is_split ? "yes" : "no");
  for (const std::string &opcode : comparison.only_a)
    out += driver::csv_field(opcode) + ",only in A,,,,,\n";
  for (const std::string &opcode : comparison.only_b)
    out += driver::csv_field(opcode) + ",only in B,,,,,\n";
  return out;
}

} // namespace osaca::measure
