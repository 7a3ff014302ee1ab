#include "decode/regions.h"

#include "decode/loops.h"
#include "decode/markers.h"
#include "decode/paths_routes.h"
#include "decode/regions_kernel.h"
#include "decode/regions_stretch.h"

#include <algorithm>

namespace osaca {
namespace {

using Kernels = std::vector<Kernel>;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

void append(Kernels &all, Kernels more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Regions may overlap, and each copies its instructions: how many statements they may span together.
std::size_t most_statements(const ParsedUnit &unit) { return 100'000 + 8 * unit.statements.size(); }

Expected<Kernels> kernels_of_stretches(const ParsedUnit &unit, const std::vector<Stretch> &stretches,
                                       const std::vector<char> &is_marker, const std::string &input_name,
                                       int max_paths) {
  Kernels all;
  std::size_t spanned = 0;
  for (const Stretch &stretch : stretches) {
    spanned += at(stretch.end - stretch.begin);
    if (spanned > most_statements(unit))
      return Error{"too many overlapping regions: together they repeat the input more than eight times",
                   {input_name, stretch.line, 0}};
    Kernels kernels = kernels_of_stretch(unit, stretch, is_marker, input_name, max_paths);
    if (kernels.empty())
      return Error{stretch.title + " no instruction", {input_name, stretch.line, 0}};
    append(all, std::move(kernels));
  }
  return all;
}

std::vector<Stretch> marked_stretches(const Markers &markers) {
  std::vector<Stretch> stretches;
  for (const MarkedRegion &region : markers.regions)
    stretches.push_back({.name = region.name,
                         .title = "the region that begins here holds",
                         .line = region.line,
                         .begin = region.begin,
                         .end = region.end,
                         .holds = {}});
  return stretches;
}

/// `lines` in the order in which they were given: the user may have a reason.
std::vector<Stretch> line_stretches(const ParsedUnit &unit, const std::vector<std::pair<int, int>> &lines) {
  std::vector<Stretch> stretches;
  for (const auto &[first, last] : lines) {
    const auto on_lines = [first = first, last = last, &unit](int s) {
      return unit.statements[at(s)].line >= first && unit.statements[at(s)].line <= last;
    };
    Stretch stretch{.name = {},
                    .title = "lines " + std::to_string(first) + "-" + std::to_string(last) + " hold",
                    .line = 0,
                    .begin = 0,
                    .end = 0,
                    .holds = on_lines};
    for (int s = 0; s < static_cast<int>(unit.statements.size()); ++s)
      if (on_lines(s)) {
        stretch.begin = stretch.end == 0 ? s : stretch.begin;
        stretch.end = s + 1;
      }
    stretches.push_back(std::move(stretch));
  }
  return stretches;
}

Kernels loop_kernels(const ParsedUnit &unit, const std::string &input_name, int max_paths) {
  const FlowGraph graph = flow_graph(unit, whole(unit));
  const LoopForest forest = find_loops(graph);
  Kernels all;
  for (const std::vector<int> &body : innermost_blocks(forest)) {
    if (body.empty())
      continue;
    const BasicBlock &header = graph.blocks[at(body.front())];
    Kernel frame;
    frame.name = header.label;
    frame.region = RegionKind::loop;
    frame.input = {input_name, unit.statements[at(graph.code[at(header.first)])].line, 0};
    append(all, path_kernels(unit, graph, iteration_routes(graph, body), max_paths, frame));
  }
  return all;
}

std::string quoted_list(const std::vector<std::string> &names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i)
    text += (i == 0 ? "'" : ", '") + names[i] + "'";
  return names.size() > most ? text + ", ..." : text;
}

Expected<Kernels> only_in_functions(const ParsedUnit &unit, Kernels kernels, const std::vector<std::string> &functions,
                                    const std::string &input_name) {
  if (functions.empty())
    return kernels;
  for (const std::string &name : functions)
    if (std::find(unit.functions.begin(), unit.functions.end(), name) == unit.functions.end())
      return Error{"no function '" + name + "' in the input" +
                       (unit.functions.empty() ? std::string() : "; it has " + quoted_list(unit.functions)),
                   {input_name, 0, 0}};
  std::erase_if(kernels, [&](const Kernel &kernel) {
    return std::find(functions.begin(), functions.end(), kernel.function) == functions.end();
  });
  if (kernels.empty())
    return Error{"no marked region and no loop in " + quoted_list(functions), {input_name, 0, 0}};
  return kernels;
}

} // namespace

Expected<Kernels> select_kernels(const ParsedUnit &unit, const std::string &input_name,
                                 const RegionSelection &selection, int max_paths_per_loop) {
  auto markers = find_markers(unit, input_name);
  const bool by_lines = selection.mode == RegionSelection::Mode::lines;
  if (!markers && !by_lines)
    return markers.error();
  const std::vector<char> is_marker = markers ? markers->is_marker : std::vector<char>(unit.statements.size(), 0);
  const std::vector<Stretch> stretches = by_lines ? line_stretches(unit, selection.lines) : marked_stretches(*markers);
  Kernels kernels;
  if (!stretches.empty()) {
    auto from_stretches = kernels_of_stretches(unit, stretches, is_marker, input_name, max_paths_per_loop);
    if (!from_stretches)
      return from_stretches;
    kernels = std::move(from_stretches).value();
  } else {
    kernels = loop_kernels(unit, input_name, max_paths_per_loop);
  }
  if (kernels.empty())
    return Error{
        unit.instructions.empty()
            ? "nothing to analyse: no instruction was found"
            : "nothing to analyse: no marker and no loop was found; put the comments OSACA-BEGIN and OSACA-END "
              "around the instructions, or name their lines with --lines",
        {input_name, 0, 0}};
  return only_in_functions(unit, std::move(kernels), selection.functions, input_name);
}

} // namespace osaca
