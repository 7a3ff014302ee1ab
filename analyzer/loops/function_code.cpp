#include "loops/function_code.h"

#include "base/index.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace osaca {

const Instruction &instruction_of(const ParsedUnit &unit, const FlowGraph &graph, int code) {
  return unit.instructions[at(unit.statements[graph.code[at(code)]].instruction)];
}

/// These blocks with their code, in this order. Edges to other blocks are left out.
FlowGraph part_of(const FlowGraph &graph, const std::vector<BlockIndex> &body) {
  FlowGraph part;
  std::map<BlockIndex, BlockIndex> part_of_block;
  for (const BlockIndex b : body)
    part_of_block.emplace(b, BlockIndex{static_cast<int>(part_of_block.size())});
  for (const BlockIndex b : body) {
    BasicBlock block = graph.blocks[b];
    const int first = static_cast<int>(part.code.size());
    part.code.insert(part.code.end(), graph.code.begin() + block.first, graph.code.begin() + block.last + 1);
    block.last = first + block.last - block.first;
    block.first = first;
    std::erase_if(block.successors, [&](const FlowEdge &edge) { return !part_of_block.contains(edge.block); });
    for (FlowEdge &edge : block.successors)
      edge.block = part_of_block.at(edge.block);
    part.block_of.resize(part.code.size(), part.blocks.end_index());
    part.blocks.push_back(std::move(block));
  }
  return part;
}

std::optional<FlowGraph> code_from(const FlowGraph &graph, BlockIndex entry, int most) {
  std::vector<BlockIndex> reached = {entry};
  std::set<BlockIndex> seen = {entry};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    most -= graph.size_of(reached[i]);
    if (most < 0)
      return std::nullopt;
    for (const FlowEdge &edge : graph.blocks[reached[i]].successors)
      if (seen.insert(edge.block).second)
        reached.push_back(edge.block);
  }
  return part_of(graph, reached);
}

Leaving leaving(const ParsedUnit &unit, const FlowGraph &graph, const BasicBlock &block) {
  const Instruction &last = instruction_of(unit, graph, block.last);
  if (last.is_return)
    return Leaving::returns;
  const bool is_assumed_not_taken = last.is_conditional && !last.taken_probability && !block.successors.empty();
  if (!last.is_branch || is_assumed_not_taken)
    return Leaving::stays;
  const bool has_target =
      std::ranges::any_of(block.successors, [](const FlowEdge &edge) { return edge.kind != FlowEdge::Kind::falls; });
  return has_target ? Leaving::stays : Leaving::jumps_to_unknown;
}

/// A jump at the end of a function to code that is not in the input.
CallSite unknown_jump(const ParsedUnit &unit, const FlowGraph &graph, int code, int caller) {
  const Instruction &jump = instruction_of(unit, graph, code);
  return {code, std::string(callee_of(jump)), jump.branch_target.empty() ? CallStatus::indirect : CallStatus::elsewhere,
          caller};
}

namespace {

/// The blocks from which control can return.
Indexed<BasicBlock, char> returning_blocks(const ParsedUnit &unit, const FlowGraph &graph) {
  Indexed<BasicBlock, std::vector<BlockIndex>> predecessors(graph.blocks.size());
  Indexed<BasicBlock, char> returns(graph.blocks.size(), 0);
  std::vector<BlockIndex> open;
  for (const BlockIndex b : graph.blocks.indices()) {
    for (const FlowEdge &edge : graph.blocks[b].successors)
      predecessors[edge.block].push_back(b);
    if (leaving(unit, graph, graph.blocks[b]) != Leaving::stays)
      open.push_back(b);
  }
  while (!open.empty()) {
    const BlockIndex block = open.back();
    open.pop_back();
    if (returns[block] != 0)
      continue;
    returns[block] = 1;
    open.insert(open.end(), predecessors[block].begin(), predecessors[block].end());
  }
  return returns;
}

bool jumps_backward(const ParsedUnit &unit, const FlowGraph &graph, const BasicBlock &from, const BasicBlock &to) {
  const StatementIndex source = graph.code[at(from.last)];
  const StatementIndex target = graph.code[at(to.first)];
  return target <= source && unit.statements[source].function == unit.statements[target].function;
}

} // namespace

std::optional<FlowGraph> likely_code(const ParsedUnit &unit, FlowGraph graph) {
  const Indexed<BasicBlock, char> returns = returning_blocks(unit, graph);
  if (graph.blocks.empty() || returns.front() == 0)
    return std::nullopt;
  for (BasicBlock &block : graph.blocks) {
    const Instruction &last = instruction_of(unit, graph, block.last);
    if (block.successors.size() != 2 || !last.is_conditional || last.taken_probability)
      continue;
    const bool all_return =
        std::ranges::all_of(block.successors, [&](const FlowEdge &edge) { return returns[edge.block] != 0; });
    std::erase_if(block.successors, [&](const FlowEdge &edge) {
      return all_return
                 ? edge.kind == FlowEdge::Kind::taken && !jumps_backward(unit, graph, block, graph.blocks[edge.block])
                 : returns[edge.block] == 0;
    });
  }
  return code_from(graph, {0}, std::numeric_limits<int>::max());
}

} // namespace osaca
