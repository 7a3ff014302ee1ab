#include "render/overview.h"

#include "render/phrases.h"
#include "render/table.h"

namespace osaca {

std::string overview_of(const Report &report, const RenderOptions &options) {
  using Align = Table::Align;
  Table table({{"no.", Align::right, " "},
               {"cycles", Align::right, "  "},
               {"bound by", Align::left, "  "},
               {"findings", Align::right, "  "},
               {"arch", Align::left, "  "},
               {"place", Align::left, "  "},
               {"kernel", Align::left, "  "}});
  int number = 0;
  for (const KernelReport &kernel : report.kernels) {
    const SourceLocation &place = kernel.source.known() ? kernel.source : kernel.input;
    const std::string path = phrase_of_path(kernel);
    table.add_row({{std::to_string(++number), Colour::dim},
                   {(kernel.complete ? "" : ">= ") + kernel.cycles_per_iteration.text(), Colour::bold},
                   {std::string(phrase_of(kernel.bound_by))},
                   {std::to_string(kernel.findings.size())},
                   {one_line(kernel.arch)},
                   {one_line(place.text()), Colour::cyan},
                   {title_of(kernel) + (path.empty() ? "" : ", " + path)}});
  }
  return table.text(options.colour, options.width);
}

} // namespace osaca
