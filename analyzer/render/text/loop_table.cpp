#include "render/text/loop_table.h"

#include "base/index.h"
#include "base/readable_name.h"
#include "collection/loop_identity.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/text/table.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

/// The columns of the table, from left to right.
namespace field {
enum Name {
  time,
  cycles,
  measured,
  why,
  per_source_iteration,
  trips,
  iterations,
  bound,
  vectors,
  core,
  count,
  place,
  name,
  rest
};
constexpr std::size_t how_many = rest + 1;
} // namespace field

constexpr int comfortable_name = 30;

/// What a narrow terminal leaves out first has the largest number in `expendable`; what is left says which loop it is,
/// how long it takes and why.
std::array<Table::Column, field::how_many> columns_of_table() {
  using Align = Table::Align;
  using Shorten = Table::Shorten;
  const auto left = [](const char *title, Shorten shorten, int comfortable = 0, int expendable = 0) {
    return Table::Column{title, Align::left, "  ", shorten, comfortable, expendable};
  };
  const auto right = [](const char *title, int expendable = 0) {
    return Table::Column{title, Align::right, "  ", Shorten::no, 0, expendable};
  };
  return {right("time"),
          right("cycles"),
          right("measured"),
          left("because of", Shorten::end),
          right("per source it.", 1),
          right("trips", 6),
          right("iterations", 5),
          left("bound by", Shorten::end),
          right("vectors", 3),
          left("core", Shorten::no, 0, 2),
          right("findings", 4),
          left("place", Shorten::begin, comfortable_name),
          left("loop", Shorten::begin, comfortable_name),
          left("besides", Shorten::end, 0, 7)};
}

std::string finding_count(const std::vector<FoldedFinding> &findings, int loop) {
  const auto found =
      std::ranges::count_if(findings, [&](const FoldedFinding &finding) { return finding.source_loop == loop; });
  return found > 0 ? std::to_string(found) : "";
}

std::string place_of_row(const SourceLoop &loop, const KernelReport &speaker) {
  const std::string text = file_and_line(loop.where.known() ? loop.where : place_of(speaker));
  return text.empty() ? "(no source)" : text;
}

using Row = std::array<Table::Cell, field::how_many>;

Row cells_of(const SourceLoop &loop, int index, const std::vector<FoldedFinding> &findings,
             const Collection &collection) {
  const CollectedLoop &speaker = collection.loops[at(loop.speaker())];
  const KernelReport &report = speaker.report;
  const std::string at_least = report.complete ? "" : ">= ";
  const std::string of_source = cycles_of_source_iteration(report);
  Row row;
  row[field::time] = {phrase_of_share(loop.weight), Colour::bold};
  row[field::cycles] = {at_least + report.cycles_per_iteration.text(), Colour::bold};
  row[field::measured] = {phrase_of_measured(speaker)};
  row[field::why] = {phrase_of_difference(speaker)};
  row[field::per_source_iteration] = {of_source.empty() ? "" : at_least + of_source};
  row[field::trips] = {phrase_of_trips(loop, collection)};
  row[field::iterations] = {phrase_of_iterations(loop, collection)};
  row[field::bound] = {std::string(phrase_of_bound(report))};
  row[field::vectors] = {report.vector_bits > 0 ? std::to_string(report.vector_bits) + " bits" : ""};
  row[field::core] = {phrase_of_cores(loop)};
  row[field::count] = {finding_count(findings, index)};
  row[field::place] = {place_of_row(loop, report), Colour::cyan};
  row[field::name] = {name_of_loop(loop, collection)};
  row[field::rest] = {phrase_of_rest(loop, collection)};
  return row;
}

Row cells_of(const HotFunction &function) {
  Row row;
  row[field::time] = {percent_of(function.share), Colour::bold};
  row[field::bound] = {phrase_of_loops(function)};
  row[field::rest] = {phrase_of_callers(function)};
  row[field::place] = {function.place.known() ? one_line(file_and_line(function.place)) : "(no source)", Colour::cyan};
  row[field::name] = {one_line(readable_name(function.function))};
  return row;
}

/// A column in which no row has anything is left out.
std::string text_of(const std::vector<Row> &rows, bool has_functions, const RenderOptions &options) {
  std::array<Table::Column, field::how_many> columns = columns_of_table();
  if (has_functions) { // who calls them is all that is known of them
    columns[field::rest].expendable = 0;
    columns[field::rest].comfortable_width = comfortable_name;
  }
  const auto says_something = [&rows](std::size_t column) {
    return std::ranges::any_of(rows, [column](const Row &row) { return !row[column].text.empty(); });
  };
  std::vector<std::size_t> shown;
  std::vector<Table::Column> heads;
  for (std::size_t column = 0; column < columns.size(); ++column)
    if (says_something(column)) {
      shown.push_back(column);
      heads.push_back(columns[column]);
    }
  Table table(std::move(heads));
  for (const Row &row : rows) {
    std::vector<Table::Cell> cells;
    for (const std::size_t column : shown)
      cells.push_back(row[column]);
    table.add_row(std::move(cells));
  }
  return table.text(options.colour, options.width);
}

/// The core that all loops are predicted for, which needs no column; empty: there are several.
std::string take_common_core(std::vector<Row> &rows) {
  std::string common;
  for (const Row &row : rows) {
    const std::string &text = row[field::core].text;
    if (text.empty()) // a function
      continue;
    if (!common.empty() && text != common)
      return "";
    common = text;
  }
  for (Row &row : rows)
    row[field::core].text.clear();
  return common;
}

} // namespace

std::string loop_table(const Collection &collection, const Ranking &ranking, std::size_t most_rows,
                       const RenderOptions &options) {
  const std::vector<FoldedFinding> findings = folded_findings(collection, ranking);
  std::vector<Row> rows;
  for (const RankedRow &ranked : ranked_rows(collection, ranking.loops)) {
    if (rows.size() == most_rows)
      break;
    rows.push_back(ranked.loop < 0 ? cells_of(*ranked.function)
                                   : cells_of(ranking.loops[at(ranked.loop)], ranked.loop, findings, collection));
  }
  if (rows.empty())
    return "";
  const bool has_functions = collection.samples && !collection.samples->hot_functions.empty();
  const std::string common_core = take_common_core(rows);
  return "Loops of the source" + (common_core.empty() ? "" : " on " + common_core + ",") + " " +
         phrase_of_order(collection, ranking.loops) + "\n" + text_of(rows, has_functions, options);
}

} // namespace osaca
