#include "loops/marked_range.h"

#include "base/index.h"
#include "loops/region_kernel.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr int widest = 1000; ///< labels in a row, more than any compiler writes

bool is_code(const ParsedUnit &unit, const Indexed<Statement, char> &is_marker, StatementIndex s) {
  return unit.statements[s].kind == StatementKind::instruction && !is_marker[s];
}

StatementIndex before(StatementIndex s) { return {s.number - 1}; }

const Instruction &last_of(const ParsedUnit &unit, const FlowGraph &graph, const BasicBlock &block) {
  return unit.instructions[at(unit.statements[graph.code[at(block.last)]].instruction)];
}

/// A branch to a later place in the range, over something: it is no straight line.
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

/// A range is read as a loop only if something in it may be the loop's branch: the last instruction, wherever it leads,
/// or a branch backwards before that.
WayBack way_back_of(const Kernel &kernel, const FlowGraph &graph) {
  const Instruction &last = kernel.instructions.back();
  const bool ends_with_branch = last.is_branch || last.is_return;
  return ends_with_branch || !loop_label(graph).empty() ? WayBack::at_end : WayBack::none;
}

/// A plain jump at the very end closes the range, wherever it goes.
void let_last_jump_end(const ParsedUnit &unit, FlowGraph &graph) {
  if (graph.blocks.empty())
    return;
  BasicBlock &block = graph.blocks.back();
  const Instruction &last = last_of(unit, graph, block);
  if (last.is_branch && !last.is_conditional && block.successors.empty())
    block.runs_off = true;
}

FlowScope scope_of(const ParsedUnit &unit, const MarkedRange &range, const Indexed<Statement, char> &is_marker) {
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
                                                      const Indexed<Statement, char> &is_marker) {
  const StatementIndex first{std::max(0, begin.number - widest)};
  const StatementIndex last = std::min(unit.statements.end_index(), StatementIndex{end.number + widest});
  while (begin > first && !is_code(unit, is_marker, before(begin)))
    begin = before(begin);
  while (end < last && !is_code(unit, is_marker, end))
    ++end;
  return {begin, end};
}

std::vector<Kernel> kernels_of_range(const ParsedUnit &unit, const MarkedRange &range,
                                     const Indexed<Statement, char> &is_marker, const std::string &input_name,
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

} // namespace osaca
