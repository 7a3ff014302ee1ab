#include "render/text/timeline.h"

#include "base/index.h"
#include "render/phrases.h"
#include "render/text/table.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr int widest_timeline = 120; ///< cycles that are drawn
constexpr std::size_t widest_instruction = 40;

std::string ruler(int cycles) {
  std::string out;
  while (static_cast<int>(out.size()) < cycles) {
    std::string mark = std::to_string(out.size());
    mark.resize(10, ' ');
    out += mark;
  }
  return out.substr(0, static_cast<std::size_t>(cycles));
}

/// D dispatched, = waits for its inputs, - is ready and waits for a port, E issued.
std::string row_of(const TimelineUop &uop, int cycles) {
  std::string row(static_cast<std::size_t>(cycles), ' ');
  const auto put = [&](int cycle, char mark) {
    if (cycle >= 0 && cycle < cycles)
      row[at(cycle)] = mark;
  };
  for (int cycle = uop.dispatched + 1; cycle < uop.issued; ++cycle)
    put(cycle, cycle < uop.ready ? '=' : '-');
  put(uop.dispatched, 'D');
  put(uop.issued, 'E');
  row.erase(row.find_last_not_of(' ') + 1);
  return row + (uop.issued >= cycles ? " ... " + std::to_string(uop.issued) : "");
}

} // namespace

std::string timeline_text(const KernelReport &kernel, const RenderOptions &options) {
  if (kernel.timeline.empty())
    return "";
  int cycles = 0;
  for (const TimelineUop &uop : kernel.timeline)
    cycles = std::max(cycles, uop.issued + 1);
  cycles = std::min(cycles, widest_timeline);
  Table table({{"iteration", Table::Align::right, " "},
               {"instruction", Table::Align::left, "  "},
               {"port", Table::Align::left, "  "},
               {ruler(cycles), Table::Align::left, "  "}});
  for (const TimelineUop &uop : kernel.timeline) {
    std::string text = one_line(kernel.instructions[at(uop.instruction)].text);
    if (text.size() > widest_instruction)
      text = text.substr(0, widest_instruction - 3) + "...";
    table.add_row({{std::to_string(uop.iteration)}, {text}, {uop.port}, {row_of(uop, cycles)}});
  }
  return table.text(options.colour, 0) +
         "  D dispatched, = waits for its inputs, - ready and waits for a port, E issued; in the steady state\n";
}

} // namespace osaca
