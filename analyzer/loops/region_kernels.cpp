#include "loops/region_kernels.h"

#include "base/format.h"
#include "base/index.h"
#include "loops/regions.h"

#include <algorithm>
#include <numeric>

namespace osaca {

namespace {

constexpr std::size_t most_listed_decisions = 8;

/// Paths that together take fewer than one iteration in a hundred are ignored: errors and cold blocks.
constexpr double share_that_speaks = 0.99;

BranchDecision decision_of(const FlowGraph &graph, const Instruction &branch, FlowEdge::Kind kind, BlockIndex target) {
  const bool names_target = branch.is_branch && branch.is_conditional && !branch.branch_target.empty();
  if (names_target && kind != FlowEdge::Kind::indirect)
    return {kind == FlowEdge::Kind::falls ? BranchDecision::Kind::not_taken : BranchDecision::Kind::taken,
            branch.branch_target, branch.line};
  return {BranchDecision::Kind::goes_to, target.exists() ? graph.blocks[target].label : "", branch.line};
}

/// Keeps the last decisions, because when only some of many paths are listed, they differ there.
BranchesTaken branches_of(const ParsedUnit &unit, const FlowGraph &graph, const RouteGraph &routes, const PathSet &set,
                          const Path &path) {
  std::vector<std::size_t> decisions;
  for (std::size_t step = 0; step < path.nodes.size(); ++step)
    if (set.is_decision[path.nodes[step]])
      decisions.push_back(step);
  BranchesTaken taken;
  taken.earlier = decisions.size() > most_listed_decisions ? decisions.size() - most_listed_decisions : 0;
  for (std::size_t d = taken.earlier; d < decisions.size(); ++d) {
    const PathNodeIndex node = path.nodes[decisions[d]];
    const auto choice = at(path.choices[decisions[d]]);
    const BasicBlock &block = graph.blocks[routes.blocks[node]];
    const Instruction &branch = unit.instructions[at(unit.statements[graph.code[at(block.last)]].instruction)];
    const PathNodeIndex target = routes.paths.nodes[node].successors[choice];
    const BlockIndex end_block = routes.ends_at_entry ? routes.blocks[routes.paths.entry] : BlockIndex();
    taken.decisions.push_back(
        decision_of(graph, branch, routes.kinds[node][choice], target.exists() ? routes.blocks[target] : end_block));
  }
  return taken;
}

std::vector<StatementIndex> statements_of(const FlowGraph &graph, const RouteGraph &routes, const Path &path) {
  std::vector<StatementIndex> statements;
  for (const PathNodeIndex node : path.nodes) {
    const BasicBlock &block = graph.blocks[routes.blocks[node]];
    statements.insert(statements.end(), graph.code.begin() + block.first, graph.code.begin() + block.last + 1);
  }
  return statements;
}

/// Marks for each conditional branch of a path's kernel whether the path takes it.
void mark_taken(const FlowGraph &graph, const RouteGraph &routes, const Path &path, Kernel &kernel) {
  std::size_t end = 0;
  for (std::size_t step = 0; step < path.nodes.size(); ++step) {
    const PathNodeIndex node = path.nodes[step];
    end += at(graph.size_of(routes.blocks[node]));
    if (step >= path.choices.size() || end > kernel.instructions.size())
      return;
    Instruction &last = kernel.instructions[end - 1];
    last.is_taken = last.is_conditional && routes.kinds[node][at(path.choices[step])] == FlowEdge::Kind::taken;
  }
}

/// Marks the instructions of a path's kernel that belong to inner loops.
void mark_inner(const FlowGraph &graph, const RouteGraph &routes, const Path &path, Kernel &kernel) {
  std::size_t next = 0;
  for (const PathNodeIndex node : path.nodes)
    for (int left = graph.size_of(routes.blocks[node]); left > 0 && next < kernel.instructions.size(); --left, ++next)
      kernel.instructions[next].is_of_inner_loop = routes.is_inner[node] != 0;
}

/// An iteration may end by falling through into the header. Then the only way back is in the middle of the path.
bool falls_into_entry(const RouteGraph &routes, const Path &path) {
  return routes.ends_at_entry && !path.nodes.empty() && path.choices.size() == path.nodes.size() &&
         routes.kinds[path.nodes.back()][at(path.choices.back())] == FlowEdge::Kind::falls;
}

/// The place of code in sections that the linker may move apart is unknown.
CodePlace place_of(const ParsedUnit &unit, const std::vector<StatementIndex> &statements) {
  CodePlace place;
  for (const StatementIndex s : statements) {
    const AsmStatement &statement = unit.statements[s];
    const bool is_first = place.addresses.empty();
    if (!statement.address_modulus || (!is_first && *statement.address_modulus != place.modulus))
      return {};
    place.modulus = *statement.address_modulus;
    place.addresses.push_back(statement.address);
  }
  return place;
}

} // namespace

Kernel straight_kernel(const ParsedUnit &unit, const std::vector<StatementIndex> &statements, Kernel frame) {
  Kernel kernel = std::move(frame);
  kernel.isa = unit.isa;
  kernel.instructions.reserve(statements.size());
  for (const StatementIndex s : statements) {
    const AsmStatement &statement = unit.statements[s];
    const Instruction &instruction = unit.instructions[at(statement.instruction)];
    if (!kernel.source.known() && instruction.source.known())
      kernel.source = instruction.source;
    if (!kernel.input.known())
      kernel.input.line = statement.line;
    if (kernel.function.empty() && statement.function >= 0)
      kernel.function = unit.functions[at(statement.function)];
    kernel.instructions.push_back(instruction);
  }
  kernel.place = place_of(unit, statements);
  if (kernel.name.empty())
    kernel.name = format_text("line {}", kernel.input.line);
  return kernel;
}

std::vector<Kernel> path_kernels(const ParsedUnit &unit, const FlowGraph &graph, const RouteGraph &routes,
                                 int max_paths, const Kernel &frame, double least_probability) {
  PathLimits limits;
  limits.paths = max_paths;
  limits.share = share_that_speaks;
  limits.least_probability = least_probability;
  const PathSet set = find_paths(routes.paths, limits);
  std::vector<Kernel> kernels;
  const double followed = std::accumulate(set.paths.begin(), set.paths.end(), 0.0,
                                          [](double sum, const Path &path) { return sum + path.probability; });
  const bool knows_shares = routes.paths.knows_probabilities() && set.total > 1 && followed > 0;
  for (const Path &path : set.paths) {
    Kernel kernel = straight_kernel(unit, statements_of(graph, routes, path), frame);
    mark_taken(graph, routes, path, kernel);
    if (frame.encloses_loops)
      mark_inner(graph, routes, path, kernel);
    kernel.way_back = falls_into_entry(routes, path) ? WayBack::earlier : WayBack::at_end;
    kernel.path.number = static_cast<int>(kernels.size()) + 1;
    kernel.path.count = static_cast<int>(set.paths.size());
    kernel.path.truncated = set.total > set.paths.size();
    kernel.path.branches = branches_of(unit, graph, routes, set, path);
    if (knows_shares)
      kernel.path.share = PathShare{path.probability, std::min(1.0, followed)};
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

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
                                     int max_paths) {
  FlowGraph graph = flow_graph(unit, scope_of(unit, range, is_marker));
  if (graph.code.empty())
    return {};
  Kernel frame;
  frame.name = range.name.empty() ? loop_label(graph) : range.name;
  frame.region = RegionKind::marked;
  frame.input = {input_name, unit.statements[graph.code.front()].line, 0};
  std::vector<Kernel> kernels;
  if (jumps_forward(graph)) {
    let_last_jump_end(unit, graph);
    if (const auto routes = once_through_routes(graph, {0}, RouteEnd::run_off))
      kernels = path_kernels(unit, graph, *routes, max_paths, frame);
  }
  if (kernels.empty())
    kernels.push_back(straight_kernel(unit, graph.code, frame));
  for (Kernel &kernel : kernels)
    kernel.way_back = way_back_of(kernel, graph);
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
  frame.written = loop.written;
  frame.input.line = unit.statements[header].line;
  const auto kernels_along = [&](const RouteGraph &routes) {
    frame.encloses_loops = routes.has_inner_loops;
    if (routes.has_inner_loops)
      frame.role.reading = LoopRole::Reading::inner_loops_once;
    const bool likely_only = !loop.is_pointed_at && routes.paths.knows_probabilities();
    return path_kernels(unit, graph, routes,
                        likely_only ? std::min(max_paths_per_loop, most_paths_by_default) : max_paths_per_loop, frame,
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
