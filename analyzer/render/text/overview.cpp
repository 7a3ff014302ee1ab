#include "render/text/overview.h"

#include "render/phrases.h"
#include "render/text/table.h"

#include <algorithm>
#include <string_view>

namespace osaca {

std::string overview_of(const Report &report, const RenderOptions &options) {
  using Align = Table::Align;
  // A column for what no compiler was asked about, or knows of nowhere, would only be in the way.
  const bool per_source = std::ranges::any_of(
      report.kernels, [](const KernelReport &kernel) { return kernel.source_iterations.value_or(0) > 0; });
  std::vector<Table::Column> columns = {{"no.", Align::right, " "}, {"cycles", Align::right, "  "}};
  if (per_source)
    columns.push_back({"per source it.", Align::right, "  "});
  for (const char *title : {"bound by", "findings", "arch", "place", "kernel"})
    columns.push_back({title, std::string_view(title) == "findings" ? Align::right : Align::left, "  "});
  Table table(std::move(columns));
  int number = 0;
  for (const KernelReport &kernel : report.kernels) {
    const SourceLocation &place = kernel.source.known() ? kernel.source : kernel.input;
    const std::string path = phrase_of_path(kernel);
    const std::string at_least = kernel.complete ? "" : ">= ";
    std::vector<Table::Cell> row = {{std::to_string(++number), Colour::dim},
                                    {at_least + kernel.cycles_per_iteration.text(), Colour::bold}};
    if (per_source) {
      const std::string each = cycles_of_source_iteration(kernel);
      row.push_back({each.empty() ? kernel.source_iterations ? "?" : "" : at_least + each});
    }
    row.push_back({std::string(phrase_of_bound(kernel))});
    row.push_back({std::to_string(kernel.findings.size())});
    row.push_back({one_line(kernel.arch)});
    row.push_back({one_line(place.text()), Colour::cyan});
    row.push_back({title_of(kernel) + (path.empty() ? "" : ", " + path)});
    table.add_row(std::move(row));
  }
  return table.text(options.colour, options.width);
}

} // namespace osaca
