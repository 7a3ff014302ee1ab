#include "loops/region_kernels.h"

#include "base/format.h"
#include "base/index.h"
#include "base/readable_name.h"
#include "loops/callees.h"
#include "loops/regions.h"

#include <algorithm>

namespace osaca {

namespace {

constexpr int widest = 1000; ///< labels in a row, more than any compiler writes

bool is_code(const ParsedUnit &unit, const Indexed<AsmStatement, char> &is_marker, StatementIndex s) {
  return unit.statements[s].kind == AsmStatementKind::instruction && !is_marker[s];
}

StatementIndex before(StatementIndex s) { return {s.number - 1}; }

const Instruction &last_of(const ParsedUnit &unit, const FlowGraph &graph, const BasicBlock &block) {
  return unit.instructions[at(unit.statements[graph.code[at(block.last)]].instruction)];
}

/// Whether a branch in the range jumps forward over instructions, so the range is not a straight line.
bool jumps_forward(const FlowGraph &graph) {
  for (const BasicBlock &block : graph.blocks)
    for (const FlowEdge &edge : block.successors)
      if (edge.kind != FlowEdge::Kind::falls && graph.blocks[edge.block].first > block.last + 1)
        return true;
  return false;
}

/// The label that a backward branch in the range goes to.
std::string loop_label(const FlowGraph &graph) {
  for (const BasicBlock &block : graph.blocks)
    for (const FlowEdge &edge : block.successors)
      if (edge.kind == FlowEdge::Kind::taken && graph.blocks[edge.block].first <= block.first)
        return graph.blocks[edge.block].label;
  return {};
}

/// A range is read as a loop only if one of its instructions can be the loop's branch: its last instruction, whatever
/// the target, or a backward branch before it.
WayBack way_back_of(const Kernel &kernel, const FlowGraph &graph) {
  const Instruction &last = kernel.instructions.back();
  const bool ends_with_branch = last.is_branch || last.is_return;
  return ends_with_branch || !loop_label(graph).empty() ? WayBack::at_end : WayBack::none;
}

/// A plain jump at the very end closes the range, whatever its target.
void let_last_jump_end(const ParsedUnit &unit, FlowGraph &graph) {
  if (graph.blocks.empty())
    return;
  BasicBlock &block = graph.blocks.back();
  const Instruction &last = last_of(unit, graph, block);
  if (last.is_branch && !last.is_conditional && block.successors.empty())
    block.runs_off = true;
}

FlowScope scope_of(const ParsedUnit &unit, const MarkedRange &range, const Indexed<AsmStatement, char> &is_marker) {
  const auto [begin, end] = with_labels(unit, range.begin, range.end, is_marker);
  return {begin,
          end,
          [&range, &is_marker](StatementIndex s) {
            if (is_marker[s])
              return Membership::transparent;
            const bool holds = s >= range.begin && s < range.end && (!range.holds || range.holds(s));
            return holds ? Membership::inside : Membership::outside;
          },
          {}};
}

} // namespace

std::pair<StatementIndex, StatementIndex> with_labels(const ParsedUnit &unit, StatementIndex begin, StatementIndex end,
                                                      const Indexed<AsmStatement, char> &is_marker) {
  const StatementIndex first{std::max(0, begin.number - widest)};
  const StatementIndex last = std::min(unit.statements.end_index(), StatementIndex{end.number + widest});
  while (begin > first && !is_code(unit, is_marker, before(begin)))
    begin = before(begin);
  while (end < last && !is_code(unit, is_marker, end))
    ++end;
  return {begin, end};
}

std::vector<Kernel> kernels_of_range(const ParsedUnit &unit, const MarkedRange &range,
                                     const Indexed<AsmStatement, char> &is_marker, const std::string &input_name,
                                     int max_paths, Callees &callees) {
  FlowGraph graph = flow_graph(unit, scope_of(unit, range, is_marker));
  if (graph.code.empty())
    return {};
  Kernel frame;
  frame.name = range.name.empty() ? loop_label(graph) : range.name;
  frame.region = RegionKind::marked;
  frame.input = {input_name, unit.statements[graph.code.front()].line, 0};
  std::vector<Kernel> kernels;
  const auto followed = callees.follow_calls(graph, all_blocks(graph, {0}));
  if (followed || jumps_forward(graph)) {
    FlowGraph jumping = followed.value_or(graph);
    let_last_jump_end(unit, jumping);
    if (const auto routes = once_through_routes(jumping, {0}, RouteEnd::run_off))
      kernels = path_kernels(unit, jumping, *routes, max_paths, frame);
  }
  if (kernels.empty())
    kernels.push_back(straight_kernel(unit, graph.code, frame));
  for (Kernel &kernel : kernels)
    kernel.way_back = way_back_of(kernel, graph);
  return kernels;
}

namespace {

/// The caller's call stores the return address that the last return of a function loads.
void balance_stack(Kernel &kernel) {
  Instruction &last = kernel.instructions.back();
  if (last.is_return && last.affine)
    last.affine->constant = 0;
}

} // namespace

Expected<std::vector<Kernel>> kernels_of_function(const ParsedUnit &unit, const std::string &name,
                                                  const std::vector<PathPlace> &places, int max_paths, Kernel frame,
                                                  Callees &callees) {
  const auto graph = callees.whole_function(name);
  auto routes = graph ? once_through_routes(*graph, {0}, RouteEnd::run_off) : std::nullopt;
  if (!routes)
    return std::vector<Kernel>();
  if (!places.empty()) {
    OSACA_TRY(routes, chosen_routes(unit, *graph, *std::move(routes), places, readable_name(name)));
  }
  frame.name = frame.function = name;
  frame.region = RegionKind::function;
  frame.input.line = unit.statements[graph->code.front()].line;
  frame.encloses_loops = routes->has_inner_loops;
  if (routes->has_inner_loops)
    frame.role.reading = LoopRole::Reading::inner_loops_once;
  std::vector<Kernel> kernels = path_kernels(unit, *graph, *routes, max_paths, frame);
  for (Kernel &kernel : kernels)
    balance_stack(kernel);
  return kernels;
}

// Kernels of the loops that a compiler plugin found, by the lines of their blocks.

namespace {

// For a loop that was selected by `all` and whose path probabilities are known, paths less likely than this are
// dropped. Paths at least half as likely as the likeliest one are kept.
constexpr double unlikely_path = 0.05;
constexpr int most_paths_by_default = 4;

/// A set of lines. The ranges of a capture may be in any order and may overlap.
class LineSet {
public:
  explicit LineSet(std::vector<std::pair<int, int>> ranges) {
    std::ranges::sort(ranges);
    for (const auto &[first, last] : ranges) {
      if (first > last)
        continue;
      if (!ranges_.empty() && first <= ranges_.back().second)
        ranges_.back().second = std::max(ranges_.back().second, last);
      else
        ranges_.emplace_back(first, last);
    }
  }
  [[nodiscard]] bool contains(int line) const {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), line,
                                        [](int value, const auto &range) { return value < range.first; });
    return after != ranges_.begin() && line <= std::prev(after)->second;
  }

private:
  std::vector<std::pair<int, int>> ranges_;
};

/// The first instruction of the loop at the line of its header or after it.
StatementIndex header_statement(const ParsedUnit &unit, const LineSet &lines, int header_line) {
  StatementIndex first;
  for (const StatementIndex s : unit.statements.indices()) {
    const AsmStatement &statement = unit.statements[s];
    if (statement.kind != AsmStatementKind::instruction || !lines.contains(statement.line))
      continue;
    if (statement.line >= header_line)
      return s;
    first = first.exists() ? first : s;
  }
  return first;
}

/// Compilers let a jump skip a header if they know its decision, so inner loops may have several entries. Removing such
/// loops may leave no way back. Then the iterations are the paths that complete none of the inner loops.
RouteGraph straight_routes(const FlowGraph &graph, BlockIndex entry) {
  RouteGraph routes = iteration_routes(graph, all_blocks(graph, entry));
  routes.has_inner_loops = true;
  routes.is_inner = Indexed<PathNode, char>(routes.blocks.size(), 0);
  return routes;
}

/// What the plugin knows about the loop.
Kernel frame_of(const KnownLoop &loop) {
  Kernel frame;
  frame.region = RegionKind::loop;
  frame.source = loop.source;
  frame.role = loop.role;
  frame.annotation = loop.annotation;
  frame.source_iterations = loop.source_iterations;
  frame.nest = loop.nest;
  frame.frequency = loop.frequency;
  frame.options = loop.options;
  frame.not_vectorised = loop.not_vectorised;
  frame.written = loop.written;
  frame.part = loop.part;
  return frame;
}

} // namespace

std::vector<Kernel> kernels_of_loop(const ParsedUnit &unit, const KnownLoop &loop, int max_paths_per_loop,
                                    Callees &callees) {
  if (!loop.whole_function.empty()) {
    Kernel known;
    known.source = loop.source;
    known.annotation = loop.annotation;
    known.options = loop.options;
    return *kernels_of_function(unit, loop.whole_function, {}, max_paths_per_loop, std::move(known), callees);
  }
  const LineSet lines(loop.lines);
  const int header_line = loop.header_line > 0 || loop.lines.empty() ? loop.header_line : loop.lines.front().first;
  const StatementIndex header = header_statement(unit, lines, header_line);
  if (!header.exists())
    return {};
  FlowScope scope = whole(unit);
  scope.member = [&](StatementIndex s) {
    return lines.contains(unit.statements[s].line) ? Membership::inside : Membership::outside;
  };
  scope.leaders = {header};
  FlowGraph graph = flow_graph(unit, scope);
  const auto code = std::lower_bound(graph.code.begin(), graph.code.end(), header) - graph.code.begin();
  BlockIndex entry = graph.block_of[at(code)];
  const std::vector<StatementIndex> own_code = graph.code;
  const bool has_inner_loops = find_loops(graph, entry).loops.size() > 1;
  if (has_inner_loops)
    graph = callees.counted_loops().unrolled(std::move(graph), entry);
  if (auto followed = callees.follow_calls(graph, all_blocks(graph, entry))) {
    graph = *std::move(followed);
    entry = {0};
  }
  Kernel frame = frame_of(loop);
  frame.name = graph.blocks[entry].label;
  frame.input.line = unit.statements[header].line;
  const auto kernels_along = [&](const RouteGraph &routes) {
    frame.encloses_loops = has_inner_loops || routes.has_inner_loops;
    if (frame.encloses_loops)
      frame.role.reading =
          routes.has_inner_loops ? LoopRole::Reading::inner_loops_once : LoopRole::Reading::inner_loops_repeated;
    const bool likely_only = !loop.is_pointed_at && routes.paths.knows_probabilities();
    return path_kernels(unit, graph, routes,
                        likely_only ? std::min(max_paths_per_loop, most_paths_by_default) : max_paths_per_loop, frame,
                        likely_only ? unlikely_path : 0);
  };
  if (const auto routes = once_through_routes(graph, entry, RouteEnd::back_to_entry))
    if (std::vector<Kernel> kernels = kernels_along(*routes); !kernels.empty()) {
      if (!has_inner_loops)
        find_short_run(unit, header, callees, kernels);
      return kernels;
    }
  if (std::vector<Kernel> kernels = kernels_along(straight_routes(graph, entry)); !kernels.empty())
    return kernels;
  frame.role.reading = LoopRole::Reading::in_a_row;
  std::vector<Kernel> kernels;
  kernels.push_back(straight_kernel(unit, own_code, frame));
  return kernels;
}

std::vector<Kernel> kernels_of_loop(const ParsedUnit &unit, const KnownLoop &loop, int max_paths_per_loop) {
  Callees callees(unit);
  return kernels_of_loop(unit, loop, max_paths_per_loop, callees);
}

} // namespace osaca
