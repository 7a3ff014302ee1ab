#include "loops/regions.h"

#include "base/format.h"
#include "base/index.h"
#include "base/name_matching.h"
#include "loops/flow_graph.h"
#include "loops/function_names.h"
#include "loops/paths.h"
#include "loops/region_kernels.h"

#include <algorithm>

namespace osaca {
namespace {

using Kernels = std::vector<Kernel>;

void append(Kernels &all, Kernels more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Regions may overlap, and each copies its instructions. This limits the number of statements in all regions together.
std::size_t most_statements(const ParsedUnit &unit) { return 100'000 + 8 * unit.statements.size(); }

Expected<SelectedKernels> kernels_of_ranges(const ParsedUnit &unit, const std::vector<MarkedRange> &ranges,
                                            const Indexed<AsmStatement, char> &is_marker, const std::string &input_name,
                                            int max_paths) {
  SelectedKernels all;
  Callees callees(unit);
  std::size_t spanned = 0;
  for (const MarkedRange &range : ranges) {
    spanned += at(range.end.number - range.begin.number);
    if (spanned > most_statements(unit))
      return Error{"too many overlapping regions: together they repeat the input more than eight times",
                   {input_name, range.line, 0}};
    Kernels kernels = kernels_of_range(unit, range, is_marker, input_name, max_paths, callees);
    if (kernels.empty())
      all.problems.push_back({range.title + " no instruction", {input_name, range.line, 0}});
    append(all.kernels, std::move(kernels));
  }
  if (all.kernels.empty() && !all.problems.empty())
    return all.problems.front();
  return all;
}

std::vector<MarkedRange> marked_ranges(const Markers &markers) {
  std::vector<MarkedRange> ranges;
  for (const MarkedRegion &region : markers.regions)
    ranges.push_back({.name = region.name,
                      .title = "the region that begins here contains",
                      .line = region.line,
                      .begin = region.begin,
                      .end = region.end,
                      .holds = {}});
  return ranges;
}

/// `lines` in the order in which they were given, because the user may have chosen it.
std::vector<MarkedRange> line_ranges(const ParsedUnit &unit, const std::vector<std::pair<int, int>> &lines) {
  std::vector<MarkedRange> ranges;
  for (const auto &[first, last] : lines) {
    const auto on_lines = [first = first, last = last, &unit](StatementIndex s) {
      return unit.statements[s].line >= first && unit.statements[s].line <= last;
    };
    MarkedRange range{.name = {},
                      .title = format_text("lines {}-{} contain", first, last),
                      .line = 0,
                      .begin = {0},
                      .end = {0},
                      .holds = on_lines};
    for (const StatementIndex s : unit.statements.indices())
      if (on_lines(s)) {
        range.begin = range.end.number == 0 ? s : range.begin;
        range.end = {s.number + 1};
      }
    ranges.push_back(std::move(range));
  }
  return ranges;
}

Kernels loop_kernels(const ParsedUnit &unit, const std::string &input_name, int max_paths) {
  const FlowGraph graph = flow_graph(unit, without_callees(unit));
  const LoopForest forest = find_loops(graph);
  Callees callees(unit);
  Kernels all;
  const LoopBlocks blocks(graph, forest);
  for (const LoopIndex loop : forest.innermost()) {
    const std::vector<BlockIndex> body = blocks.of(loop);
    const BasicBlock &header = graph.blocks[body.front()];
    Kernel frame;
    frame.name = header.label;
    frame.region = RegionKind::loop;
    frame.input = {input_name, unit.statements[graph.code[at(header.first)]].line, 0};
    const auto followed = callees.follow_calls(graph, body);
    Kernels kernels = followed ? path_kernels(unit, *followed, iteration_routes(*followed, all_blocks(*followed, {0})),
                                              max_paths, frame)
                               : path_kernels(unit, graph, iteration_routes(graph, body), max_paths, frame);
    if (forest.loops[loop].parent.exists())
      find_short_run(unit, graph.code[at(header.first)], callees, kernels);
    append(all, std::move(kernels));
  }
  return all;
}

SelectedKernels whole_function_kernels(const ParsedUnit &unit, const std::string &input_name,
                                       const RegionSelection &selection, int max_paths) {
  const FunctionPatterns wanted(selection.functions);
  Callees callees(unit);
  SelectedKernels all;
  for (const std::string &name : unit.functions) {
    if (!wanted.matches(name))
      continue;
    Kernel frame;
    frame.input = {input_name, 0, 0};
    Expected<Kernels> kernels = kernels_of_function(unit, name, selection.path, max_paths, std::move(frame), callees);
    if (kernels)
      append(all.kernels, *std::move(kernels));
    else
      all.problems.push_back({kernels.error().message, {input_name, 0, 0}});
  }
  return all;
}

/// Whether the input is a snippet: a few instructions and nothing else, as users type or pipe them. It is read as a
/// loop body. Code with branches or returns belongs to a function.
bool is_snippet(const ParsedUnit &unit) {
  constexpr std::size_t most = 1000; // a longer input is a program, not a snippet
  return !unit.instructions.empty() && unit.instructions.size() <= most &&
         std::ranges::all_of(
             unit.statements,
             [](const AsmStatement &statement) { return statement.kind == AsmStatementKind::instruction; }) &&
         std::ranges::none_of(unit.instructions, [](const Instruction &instruction) {
           return instruction.is_branch || instruction.is_return;
         });
}

/// The functions of a text without loops. A longer text is a program, whose functions have to be chosen.
SelectedKernels straight_functions(const ParsedUnit &unit, const std::string &input_name, RegionSelection selection,
                                   int max_paths) {
  constexpr std::size_t most = 1000; // instructions
  if (!selection.straight_functions || unit.instructions.size() > most)
    return {};
  if (selection.functions.empty())
    selection.functions = {"*"};
  return whole_function_kernels(unit, input_name, selection, max_paths);
}

MarkedRange whole_range(const ParsedUnit &unit) {
  return {.name = {},
          .title = "the input contains",
          .line = 0,
          .begin = {0},
          .end = {static_cast<int>(unit.statements.size())},
          .holds = {}};
}

std::string quoted_list(const std::vector<std::string> &names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i)
    text += format_text("{}'{}'", i == 0 ? "" : ", ", names[i]);
  return names.size() > most ? text + ", ..." : text;
}

/// "sim::solve" for "solve".
std::string name_in_a_scope(const std::string &name, const std::vector<std::string> &spellings) {
  const auto found =
      std::ranges::find_if(spellings, [&](const std::string &spelling) { return spelling.ends_with("::" + name); });
  return found == spellings.end() ? std::string() : *found;
}

Error nothing_to_analyse(const ParsedUnit &unit, const std::string &input_name) {
  return {unit.instructions.empty()
              ? "nothing to analyse: no instruction was found"
              : "nothing to analyse: no marker and no loop was found; put the comments OSACA-BEGIN and OSACA-END "
                "around the instructions, or select their lines with --lines",
          {input_name, 0, 0}};
}

Expected<SelectedKernels> kernels_of_any_function(const ParsedUnit &unit, const std::string &input_name,
                                                  const RegionSelection &selection, int max_paths_per_loop) {
  if (selection.mode == RegionSelection::Mode::whole)
    return whole_function_kernels(unit, input_name, selection, max_paths_per_loop);
  const bool by_lines = selection.mode == RegionSelection::Mode::lines;
  auto markers = find_markers(unit, input_name);
  if (!markers && selection.mode == RegionSelection::Mode::automatic)
    return markers.error();
  if (selection.mode == RegionSelection::Mode::loops)
    return SelectedKernels{loop_kernels(unit, input_name, max_paths_per_loop)};
  const Indexed<AsmStatement, char> is_marker =
      markers ? markers->is_marker : Indexed<AsmStatement, char>(unit.statements.size(), 0);
  std::vector<MarkedRange> ranges = by_lines ? line_ranges(unit, selection.lines) : marked_ranges(*markers);
  if (ranges.empty()) {
    Kernels loops = loop_kernels(unit, input_name, max_paths_per_loop);
    if (!loops.empty())
      return SelectedKernels{std::move(loops)};
    if (!is_snippet(unit))
      return straight_functions(unit, input_name, selection, max_paths_per_loop);
    ranges.push_back(whole_range(unit));
  }
  return kernels_of_ranges(unit, ranges, is_marker, input_name, max_paths_per_loop);
}

} // namespace

std::vector<UnmatchedName> unmatched_names(const std::vector<std::string> &functions,
                                           const std::vector<std::string> &patterns) {
  const FunctionPatterns wanted(patterns);
  std::vector<char> has_meaning(patterns.size(), 0);
  for (const std::string &function : functions)
    for (const std::size_t pattern : wanted.matching(function))
      has_meaning[pattern] = 1;
  std::vector<UnmatchedName> unmatched;
  std::vector<std::string> spellings;
  for (std::size_t p = 0; p < patterns.size(); ++p) {
    if (has_meaning[p] != 0)
      continue;
    if (spellings.empty())
      for (const std::string &function : functions)
        for (std::string &spelling : spellings_of(function))
          spellings.push_back(std::move(spelling));
    constexpr std::size_t shortest_typo = 3; // two-letter names are all similar to each other
    const bool may_be_typo = patterns[p].size() >= shortest_typo;
    const std::string scoped = name_in_a_scope(patterns[p], spellings);
    unmatched.push_back({patterns[p], !may_be_typo || !scoped.empty() ? scoped : nearest_name(patterns[p], spellings)});
  }
  return unmatched;
}

Error no_such_function(const std::vector<UnmatchedName> &names, const std::string &input_name) {
  const UnmatchedName &first = names.front();
  const std::string hint = first.nearest.empty() ? "" : format_text("; did you mean '{}'?", first.nearest);
  return {format_text("no function '{}' in the input{}", first.pattern, hint), {input_name, 0, 0}};
}

Error no_loop_in(const std::vector<std::string> &patterns, const std::string &input_name) {
  return {format_text("no marked region and no loop in {}; --whole analyses whole functions", quoted_list(patterns)),
          {input_name, 0, 0}};
}

Expected<SelectedKernels> select_kernels(const ParsedUnit &unit, const std::string &input_name,
                                         const RegionSelection &selection, int max_paths_per_loop) {
  RegionSelection scoped = selection;
  scoped.functions = with_scopes(selection.functions, unit.functions);
  OSACA_TRY(SelectedKernels selected, kernels_of_any_function(unit, input_name, scoped, max_paths_per_loop));
  if (selected.kernels.empty() && selected.problems.empty())
    selected.nothing = nothing_to_analyse(unit, input_name);
  if (selection.functions.empty())
    return selected;
  selected.unmatched = unmatched_names(unit.functions, scoped.functions);
  const FunctionPatterns wanted(scoped.functions);
  for (const std::string &function : unit.functions)
    for (const std::size_t pattern : wanted.matching(function))
      if (!has_wildcards(scoped.functions[pattern]))
        selected.named.push_back({selection.functions[pattern], function});
  std::erase_if(selected.kernels, [&](const Kernel &kernel) { return !wanted.matches(kernel.function); });
  if (selected.kernels.empty() && selected.problems.empty() && !selected.nothing)
    selected.nothing = no_loop_in(selection.functions, input_name);
  return selected;
}

} // namespace osaca
