// Kernels of the loops that a compiler plugin told of, by the lines of their blocks.
#include "loops/regions.h"

#include "base/index.h"
#include "loops/region_kernel.h"

#include <algorithm>

namespace osaca {
namespace {

// Of a loop that nobody pointed at, where it is known which paths are likely. Where none is, those like the likeliest
// stay.
constexpr double unlikely_path = 0.05;
constexpr int most_paths_unasked = 4;

/// A set of lines, for the ranges of a capture in whatever order and state they come.
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

/// The first instruction of the loop at or behind the line of its header.
StatementIndex header_statement(const ParsedUnit &unit, const LineSet &lines, int header_line) {
  StatementIndex first;
  for (const StatementIndex s : unit.statements.indices()) {
    const Statement &statement = unit.statements[s];
    if (statement.kind != StatementKind::instruction || !lines.contains(statement.line))
      continue;
    if (statement.line >= header_line)
      return s;
    first = first.exists() ? first : s;
  }
  return first;
}

/// Where the loops inside are entered at several places (compilers lead a jump on past the header where they know what
/// it would decide), taking them out may leave no way back. Then iterations are those that go round none of them.
RouteGraph straight_routes(const FlowGraph &graph, BlockIndex entry) {
  std::vector<BlockIndex> body = {entry};
  for (const BlockIndex block : graph.blocks.indices())
    if (block != entry)
      body.push_back(block);
  RouteGraph routes = iteration_routes(graph, body);
  routes.has_inner_loops = true;
  routes.is_inner = Indexed<PathNode, char>(routes.blocks.size(), 0);
  return routes;
}

} // namespace

std::vector<Kernel> kernels_of_loop(const ParsedUnit &unit, const KnownLoop &loop, int max_paths_per_loop) {
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
  const FlowGraph graph = flow_graph(unit, scope);
  const auto code = std::lower_bound(graph.code.begin(), graph.code.end(), header) - graph.code.begin();
  const BlockIndex entry = graph.block_of[at(code)];
  Kernel frame;
  frame.name = graph.blocks[entry].label;
  frame.region = RegionKind::loop;
  frame.source = loop.source;
  frame.role = loop.role;
  frame.annotation = loop.annotation;
  frame.source_iterations = loop.source_iterations;
  frame.nest = loop.nest;
  frame.frequency = loop.frequency;
  frame.options = loop.options;
  frame.not_vectorised = loop.not_vectorised;
  frame.input.line = unit.statements[header].line;
  const auto kernels_along = [&](const RouteGraph &routes) {
    frame.encloses_loops = routes.has_inner_loops;
    if (routes.has_inner_loops)
      frame.role.reading = LoopRole::Reading::inner_loops_once;
    const bool likely_only = !loop.is_pointed_at && routes.paths.knows_probabilities();
    return path_kernels(unit, graph, routes,
                        likely_only ? std::min(max_paths_per_loop, most_paths_unasked) : max_paths_per_loop, frame,
                        likely_only ? unlikely_path : 0);
  };
  if (const auto routes = once_through_routes(graph, entry, RouteEnd::back_to_entry))
    if (std::vector<Kernel> kernels = kernels_along(*routes); !kernels.empty())
      return kernels;
  if (std::vector<Kernel> kernels = kernels_along(straight_routes(graph, entry)); !kernels.empty())
    return kernels;
  frame.role.reading = LoopRole::Reading::in_a_row;
  std::vector<Kernel> kernels;
  kernels.push_back(straight_kernel(unit, graph.code, frame));
  return kernels;
}

} // namespace osaca
