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

/// The columns of the table, from left to right. On narrow terminals those with a number behind `expendable` go first, the largest number
/// first: what is left says which loop it is, how long it takes and why.
enum Field { time, cycles, measured, why, per_source_iteration, trips, iterations, bound, vectors, core, count, place, name, rest, field_count };

constexpr int comfortable_name = 30;

std::array<Table::Column, field_count> columns_of_table() {
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

using Row = std::array<Table::Cell, field_count>;

Row cells_of(const SourceLoop &loop, int index, const std::vector<FoldedFinding> &findings, const Collection &collection) {
  const CollectedLoop &speaker = collection.loops[at(loop.speaker())];
  const KernelReport &report = speaker.report;
  const std::string at_least = report.complete ? "" : ">= ";
  const std::string of_source = cycles_of_source_iteration(report);
  Row row;
  row[time] = {phrase_of_share(loop.weight), Colour::bold};
  row[cycles] = {at_least + report.cycles_per_iteration.text(), Colour::bold};
  row[measured] = {phrase_of_measured(speaker)};
  row[why] = {phrase_of_difference(speaker)};
  row[per_source_iteration] = {of_source.empty() ? "" : at_least + of_source};
  row[trips] = {phrase_of_trips(loop, collection)};
  row[iterations] = {phrase_of_iterations(loop, collection)};
  row[bound] = {std::string(phrase_of_bound(report))};
  row[vectors] = {report.vector_bits > 0 ? std::to_string(report.vector_bits) + " bits" : ""};
  row[core] = {phrase_of_cores(loop)};
  row[count] = {finding_count(findings, index)};
  row[place] = {place_of_row(loop, report), Colour::cyan};
  row[name] = {name_of_loop(loop, collection)};
  row[rest] = {phrase_of_rest(loop, collection)};
  return row;
}

Row cells_of(const HotFunction &function) {
  Row row;
  row[time] = {percent_of(function.share), Colour::bold};
  row[bound] = {phrase_of_loops(function)};
  row[rest] = {phrase_of_callers(function)};
  row[place] = {function.place.known() ? one_line(file_and_line(function.place)) : "(no source)", Colour::cyan};
  row[name] = {one_line(readable_name(function.function))};
  return row;
}

/// A column in which no row has anything is left out.
std::string text_of(const std::vector<Row> &rows, bool has_functions, const RenderOptions &options) {
  std::array<Table::Column, field_count> columns = columns_of_table();
  if (has_functions) { // who calls them is all that is known of them
    columns[rest].expendable = 0;
    columns[rest].comfortable_width = comfortable_name;
  }
  const auto says_something = [&rows](std::size_t field) {
    return std::ranges::any_of(rows, [field](const Row &row) { return !row[field].text.empty(); });
  };
  std::vector<std::size_t> fields;
  std::vector<Table::Column> heads;
  for (std::size_t field = 0; field < columns.size(); ++field)
    if (says_something(field)) {
      fields.push_back(field);
      heads.push_back(columns[field]);
    }
  Table table(std::move(heads));
  for (const Row &row : rows) {
    std::vector<Table::Cell> cells;
    for (const std::size_t field : fields)
      cells.push_back(row[field]);
    table.add_row(std::move(cells));
  }
  return table.text(options.colour, options.width);
}

/// The core that all loops are predicted for, which needs no column; empty: there are several.
std::string take_common_core(std::vector<Row> &rows) {
  std::string common;
  for (const Row &row : rows) {
    const std::string &text = row[core].text;
    if (text.empty()) // a function
      continue;
    if (!common.empty() && text != common)
      return "";
    common = text;
  }
  for (Row &row : rows)
    row[core].text.clear();
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
