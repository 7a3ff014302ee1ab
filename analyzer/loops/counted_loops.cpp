#include "loops/counted_loops.h"

#include "base/index.h"
#include "loops/function_code.h"
#include "loops/trip_counts.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace osaca {
namespace {

/// Appends a copy of these blocks. Edges between them lead to the copies. Returns the copies, in the same order.
std::vector<BlockIndex> append_copy(FlowGraph &graph, const std::vector<BlockIndex> &blocks) {
  std::map<BlockIndex, BlockIndex> copy_of;
  std::vector<BlockIndex> copies;
  for (const BlockIndex block : blocks) {
    copies.push_back({graph.blocks.end_index().number + static_cast<int>(copies.size())});
    copy_of.emplace(block, copies.back());
  }
  for (const BlockIndex original : blocks) {
    BasicBlock copy = graph.blocks[original];
    const int first = static_cast<int>(graph.code.size());
    for (int code = copy.first; code <= copy.last; ++code)
      graph.code.push_back(graph.code[at(code)]);
    copy.last = first + copy.last - copy.first;
    copy.first = first;
    copy.starts_function = false;
    for (FlowEdge &edge : copy.successors)
      if (const auto found = copy_of.find(edge.block); found != copy_of.end())
        edge.block = found->second;
    graph.block_of.resize(graph.code.size(), graph.blocks.end_index());
    graph.blocks.push_back(std::move(copy));
  }
  return copies;
}

void keep_only_edge_to(BasicBlock &block, BlockIndex from, BlockIndex to) {
  std::erase_if(block.successors, [&](const FlowEdge &edge) { return edge.block != from; });
  for (FlowEdge &edge : block.successors)
    edge = {to, edge.kind, 1.0};
  block.runs_off = false;
}

/// The loop consists of `blocks`, the header first. Only the block `latch` among them leads back to the header or out.
void unroll(FlowGraph &graph, const std::vector<BlockIndex> &blocks, BlockIndex latch, int iterations) {
  const auto place = std::ranges::find(blocks, latch) - blocks.begin();
  for (const BlockIndex block : blocks)
    graph.blocks[block].is_of_run = true;
  std::vector<std::vector<BlockIndex>> copies = {blocks};
  for (int i = 1; i < iterations; ++i)
    copies.push_back(append_copy(graph, blocks));
  for (std::size_t i = 0; i < copies.size(); ++i) {
    BasicBlock &end = graph.blocks[copies[i][at(place)]];
    if (i + 1 < copies.size())
      keep_only_edge_to(end, copies[i].front(), copies[i + 1].front());
    else
      std::erase_if(end.successors, [&](const FlowEdge &edge) { return edge.block == copies[i].front(); });
    end.ends_run = i + 1 == copies.size() && copies.size() >= 3;
  }
}

StatementIndex first_statement(const FlowGraph &graph, BlockIndex block) {
  return graph.code[at(graph.blocks[block].first)];
}

bool leaves_only_at(const FlowGraph &graph, const std::vector<BlockIndex> &blocks, BlockIndex latch) {
  return std::ranges::all_of(blocks, [&](BlockIndex block) {
    return block == latch || (!graph.blocks[block].runs_off &&
                              std::ranges::all_of(graph.blocks[block].successors, [&](const FlowEdge &edge) {
                                return std::ranges::find(blocks, edge.block) != blocks.end();
                              }));
  });
}

} // namespace

const CountedLoops::Function &CountedLoops::function_of(StatementIndex statement) {
  const int number = unit_.statements[statement].function;
  if (last_ && last_->number == number)
    return *last_;
  if (ranges_.empty())
    for (const StatementIndex s : unit_.statements.indices())
      ranges_.try_emplace(unit_.statements[s].function, Range{s, s}).first->second.end = {s.number + 1};
  const Range range = ranges_[number];
  const auto is_member = [&unit = unit_, number](StatementIndex s) {
    return unit.statements[s].function == number ? Membership::inside : Membership::outside;
  };
  FlowGraph graph = flow_graph(unit_, {range.begin, range.end, is_member, {}});
  LoopForest forest = find_loops(graph);
  LoopBlocks blocks(graph, forest);
  last_ = Function{number, std::move(graph), std::move(forest), std::move(blocks)};
  return *last_;
}

std::optional<int> CountedLoops::iterations(StatementIndex header) {
  const auto [known, is_new] = iterations_.try_emplace(unit_.statements[header].function);
  if (is_new) {
    const Function &function = function_of(header);
    const auto counts = constant_trip_counts(unit_, function.graph, function.forest);
    for (const LoopIndex loop : function.forest.loops.indices())
      if (counts[loop])
        known->second.emplace(first_statement(function.graph, function.forest.loops[loop].header), *counts[loop]);
  }
  const auto found = known->second.find(header);
  return found == known->second.end() ? std::nullopt : std::optional(found->second);
}

std::optional<FlowGraph> CountedLoops::loop_around(StatementIndex header, int most_instructions) {
  const auto &[number, graph, forest, blocks] = function_of(header);
  const auto code = std::ranges::lower_bound(graph.code, header) - graph.code.begin();
  const LoopIndex loop = forest.loop_of_block[graph.block_of[at(code)]];
  const LoopIndex around = loop.exists() ? forest.loops[loop].parent : LoopIndex();
  if (!around.exists() || blocks.size(around) > most_instructions)
    return std::nullopt;
  return part_of(graph, blocks.of(around));
}

bool CountedLoops::take_room(int instructions, bool is_example) {
  int &room = is_example ? room_of_examples_ : room_;
  if (instructions > room)
    return false;
  room -= instructions;
  return true;
}

FlowGraph CountedLoops::unrolled(FlowGraph graph, BlockIndex entry, const CountedLoopLimits &limits,
                                 const std::optional<ExampleOfRun> &example) {
  std::int64_t room = limits.instructions;
  for (bool changed = true; changed;) {
    changed = false;
    const LoopForest forest = find_loops(graph, entry);
    const LoopBlocks blocks(graph, forest);
    for (const LoopIndex l : forest.loops.indices()) {
      const Loop &loop = forest.loops[l];
      if (!loop.is_innermost || loop.header == entry || loop.latches.size() != 1)
        continue;
      const StatementIndex first = first_statement(graph, loop.header);
      std::optional<int> count = iterations(first);
      if (!count && example && leaves_only_at(graph, blocks.of(l), loop.latches.front()))
        count = example->header == first ? example->iterations : 1;
      if (!count || *count > limits.iterations)
        continue;
      const std::int64_t size = std::int64_t{blocks.size(l)} * *count;
      if (size > room)
        continue;
      room -= size;
      unroll(graph, blocks.of(l), loop.latches.front(), *count);
      changed = true;
    }
  }
  return graph;
}

} // namespace osaca
