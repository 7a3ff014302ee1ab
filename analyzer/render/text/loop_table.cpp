#include "render/text/loop_table.h"

#include "base/index.h"
#include "collection/loop_identity.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/text/table.h"

#include <algorithm>

namespace osaca {
namespace {

/// Beside its title what a row has in it. A column in which no row has anything is left out.
struct LoopColumn {
  Table::Column column;
  std::vector<Table::Cell> cells = {};

  [[nodiscard]] bool says_something() const {
    return std::ranges::any_of(cells, [](const Table::Cell &cell) { return !cell.text.empty(); });
  }
};

std::string finding_count(const std::vector<FoldedFinding> &findings, std::size_t loop) {
  const auto count = std::ranges::count_if(
      findings, [&](const FoldedFinding &finding) { return finding.source_loop == static_cast<int>(loop); });
  return count > 0 ? std::to_string(count) : "";
}

std::string place_of_row(const SourceLoop &loop, const KernelReport &speaker) {
  const std::string place = file_and_line(loop.where.known() ? loop.where : place_of(speaker));
  return place.empty() ? "(no source)" : place;
}

Table table_of(std::vector<const LoopColumn *> columns, std::size_t rows) {
  std::erase_if(columns, [](const LoopColumn *column) { return !column->says_something(); });
  std::vector<Table::Column> heads;
  for (const LoopColumn *column : columns)
    heads.push_back(column->column);
  Table table(std::move(heads));
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Table::Cell> row;
    for (const LoopColumn *column : columns)
      row.push_back(column->cells[i]);
    table.add_row(std::move(row));
  }
  return table;
}

} // namespace

std::string loop_table(const Collection &collection, const Ranking &ranking, std::size_t most_rows,
                       const RenderOptions &options) {
  using Align = Table::Align;
  const std::size_t rows = std::min(most_rows, ranking.loops.size());
  if (rows == 0)
    return "";
  const std::vector<FoldedFinding> findings = folded_findings(collection, ranking);
  LoopColumn share{{"time", Align::right, "  "}};
  LoopColumn cycles{{"cycles", Align::right, "  "}};
  LoopColumn measured{{"measured", Align::right, "  "}};
  LoopColumn why{{"because of", Align::left, "  ", Table::Shorten::end}};
  LoopColumn each{{"per source it.", Align::right, "  "}};
  LoopColumn trips{{"trips", Align::right, "  "}};
  LoopColumn iterations{{"iterations", Align::right, "  "}};
  LoopColumn bound{{"bound by", Align::left, "  ", Table::Shorten::end}};
  LoopColumn vectors{{"vectors", Align::right, "  "}};
  LoopColumn core{{"core", Align::left, "  "}};
  LoopColumn count{{"findings", Align::right, "  "}};
  LoopColumn place{{"place", Align::left, "  ", Table::Shorten::begin}};
  LoopColumn name{{"loop", Align::left, "  ", Table::Shorten::begin}};
  LoopColumn rest{{"besides", Align::left, "  ", Table::Shorten::end}};
  for (std::size_t i = 0; i < rows; ++i) {
    const SourceLoop &loop = ranking.loops[i];
    const KernelReport &report = collection.loops[at(loop.speaker())].report;
    const std::string at_least = report.complete ? "" : ">= ";
    const std::string of_source = cycles_of_source_iteration(report);
    share.cells.push_back({phrase_of_share(loop.weight), Colour::bold});
    cycles.cells.push_back({at_least + report.cycles_per_iteration.text(), Colour::bold});
    measured.cells.push_back({phrase_of_measured(collection.loops[at(loop.speaker())])});
    why.cells.push_back({phrase_of_difference(collection.loops[at(loop.speaker())])});
    each.cells.push_back({of_source.empty() ? "" : at_least + of_source});
    trips.cells.push_back({phrase_of_trips(loop, collection)});
    iterations.cells.push_back({phrase_of_iterations(loop, collection)});
    bound.cells.push_back({std::string(phrase_of_bound(report))});
    vectors.cells.push_back({report.vector_bits > 0 ? std::to_string(report.vector_bits) + " bits" : ""});
    core.cells.push_back({phrase_of_cores(loop)});
    count.cells.push_back({finding_count(findings, i)});
    place.cells.push_back({place_of_row(loop, report), Colour::cyan});
    name.cells.push_back({name_of_loop(loop, collection)});
    rest.cells.push_back({phrase_of_rest(loop, collection)});
  }
  const bool same_cores =
      std::ranges::all_of(core.cells, [&](const Table::Cell &cell) { return cell.text == core.cells.front().text; });
  const std::string where = same_cores ? " on " + core.cells.front().text + "," : "";
  if (same_cores)
    core.cells.clear();
  const Table table = table_of(
      {&share, &cycles, &measured, &why, &each, &trips, &iterations, &bound, &vectors, &core, &count, &place, &name, &rest},
      rows);
  return "Loops of the source" + where + " " + phrase_of_order(ranking.loops) + "\n" +
         table.text(options.colour, options.width);
}

} // namespace osaca
