#include "loops/paths.h"

#include "base/index.h"

#include <algorithm>
#include <map>

namespace osaca {
namespace {

/// The number of steps that removing the inner loops of a range may take. Nests that need more are not followed.
constexpr std::int64_t most_work = 4'000'000;

using Edges = std::vector<FlowEdge>; ///< an edge without a block ends the path

void add_distinct(Edges &edges, const FlowEdge &edge) {
  if (std::ranges::none_of(edges, [&](const FlowEdge &known) { return known.block == edge.block; }))
    edges.push_back(edge);
}

/// Scales the known probabilities of these edges so that they add up to 1.
void share_out_probability(Edges &edges) {
  double sum = 0;
  for (const FlowEdge &edge : edges)
    sum += edge.probability.value_or(0);
  for (FlowEdge &edge : edges)
    if (edge.probability && sum > 0)
      *edge.probability /= sum;
}

/// Empty if one of them is unknown.
std::vector<double> probabilities_of(const std::vector<std::optional<double>> &edges) {
  std::vector<double> known;
  for (const std::optional<double> &probability : edges)
    if (probability)
      known.push_back(*probability);
  return known.size() == edges.size() ? known : std::vector<double>();
}

/// The edges of a range while its inner loops are removed, innermost first.
class OnceThrough {
public:
  OnceThrough(const FlowGraph &graph, BlockIndex entry, RouteEnd end) : end_(end), forest_(find_loops(graph, entry)) {
    for (const BasicBlock &block : graph.blocks) {
      edges.push_back(block.successors);
      if (end == RouteEnd::run_off && block.runs_off)
        edges.back().push_back({{}, FlowEdge::Kind::falls, std::nullopt});
    }
    top_ = end == RouteEnd::back_to_entry ? forest_.loop_of_block[entry] : LoopIndex();
    if (top_.exists() && forest_.loops[top_].header != entry)
      top_ = {};
  }

  /// Returns false if it would take too much work.
  bool take_out_loops() {
    const auto loops = forest_.loops.indices();
    std::vector<LoopIndex> order(loops.begin(), loops.end());
    std::ranges::sort(order, [&](LoopIndex a, LoopIndex b) { return forest_.loops[a].order > forest_.loops[b].order; });
    Indexed<Loop, std::vector<BlockIndex>> members(forest_.loops.size());
    for (const BlockIndex block : forest_.loop_of_block.indices())
      for (LoopIndex loop = forest_.loop_of_block[block]; loop.exists(); loop = forest_.loops[loop].parent) {
        members[loop].push_back(block);
        if (++work_ > most_work)
          return false;
      }
    for (const LoopIndex loop : order)
      if (loop != top_ && !take_out(loop, members[loop]))
        return false;
    return true;
  }

  [[nodiscard]] bool is_inner(BlockIndex block) const {
    const LoopIndex loop = forest_.loop_of_block[block];
    return loop.exists() && loop != top_;
  }
  [[nodiscard]] bool has_inner_loops() const { return forest_.loops.size() > (top_.exists() ? 1U : 0U); }

  Indexed<BasicBlock, Edges> edges;

private:
  RouteEnd end_;
  LoopForest forest_;
  LoopIndex top_;
  std::int64_t work_ = 0;

  [[nodiscard]] bool leaves(LoopIndex loop, const FlowEdge &edge) const {
    return !edge.block.exists() || !forest_.contains(loop, edge.block);
  }
  [[nodiscard]] bool closes(LoopIndex loop, BlockIndex block) const {
    const BlockIndex header = forest_.loops[loop].header;
    return std::ranges::any_of(edges[block], [&](const FlowEdge &edge) { return edge.block == header; });
  }
  [[nodiscard]] bool has_exit(LoopIndex loop, BlockIndex block) const {
    return std::ranges::any_of(edges[block], [&](const FlowEdge &edge) { return leaves(loop, edge); });
  }
  [[nodiscard]] std::optional<double> closing_probability(BlockIndex header, BlockIndex block) const {
    for (const FlowEdge &edge : edges[block])
      if (edge.block == header)
        return edge.probability;
    return std::nullopt;
  }
  void gather_exits(LoopIndex loop, BlockIndex block, Edges &exits) {
    for (const FlowEdge &edge : edges[block]) {
      work_ += static_cast<std::int64_t>(exits.size());
      if (leaves(loop, edge) && work_ <= most_work)
        add_distinct(exits, {edge.block, FlowEdge::Kind::taken, std::nullopt});
    }
  }

  /// The edges by which control leaves the loop: from its closing blocks or its header. Exits from its middle are used
  /// only if there are no others.
  Edges ways_out(LoopIndex loop, const std::vector<BlockIndex> &members, const std::vector<BlockIndex> &latches) {
    Edges exits;
    for (const BlockIndex latch : latches)
      gather_exits(loop, latch, exits);
    gather_exits(loop, forest_.loops[loop].header, exits);
    for (std::size_t i = 0; exits.empty() && i < members.size(); ++i)
      gather_exits(loop, members[i], exits);
    if (exits.empty() && end_ == RouteEnd::run_off)
      exits.push_back({{}, FlowEdge::Kind::taken, std::nullopt});
    return exits;
  }

  bool take_out(LoopIndex loop, const std::vector<BlockIndex> &members) {
    const BlockIndex header = forest_.loops[loop].header;
    std::vector<BlockIndex> latches;
    for (const BlockIndex block : members)
      if (closes(loop, block))
        latches.push_back(block);
    const Edges exits = ways_out(loop, members, latches);
    for (const BlockIndex block : members) {
      const bool latch = std::ranges::binary_search(latches, block);
      const bool moves_exits_here = latch && !has_exit(loop, block);
      const std::optional<double> closing = moves_exits_here ? closing_probability(header, block) : std::nullopt;
      std::erase_if(edges[block],
                    [&](const FlowEdge &edge) { return latch ? edge.block == header : leaves(loop, edge); });
      if (moves_exits_here) {
        work_ += static_cast<std::int64_t>(exits.size());
        for (FlowEdge exit : exits) {
          if (closing)
            exit.probability = *closing / static_cast<double>(exits.size());
          edges[block].push_back(exit);
        }
      }
      share_out_probability(edges[block]);
      if (work_ > most_work)
        return false;
    }
    return true;
  }
};

} // namespace

RouteGraph iteration_routes(const FlowGraph &graph, const std::vector<BlockIndex> &body) {
  RouteGraph routes{.paths = {}, .blocks = {}, .kinds = {}};
  std::map<BlockIndex, PathNodeIndex> node_of;
  for (const BlockIndex block : body) {
    node_of.emplace(block, routes.blocks.end_index());
    routes.blocks.push_back(block);
  }
  for (const BlockIndex block : body) {
    PathNode &node = routes.paths.nodes.emplace_back();
    auto &kinds = routes.kinds.emplace_back();
    node.size = graph.size_of(block);
    std::vector<std::optional<double>> probabilities;
    for (const FlowEdge &edge : graph.blocks[block].successors) {
      const auto found = node_of.find(edge.block);
      if (found == node_of.end())
        continue;
      node.successors.push_back(edge.block == body.front() ? path_end : found->second);
      kinds.push_back(edge.kind);
      probabilities.push_back(edge.probability);
    }
    node.probabilities = probabilities_of(probabilities);
  }
  return routes;
}

std::optional<RouteGraph> once_through_routes(const FlowGraph &graph, BlockIndex entry, RouteEnd end) {
  OnceThrough through(graph, entry, end);
  if (!through.take_out_loops())
    return std::nullopt;
  // All blocks become nodes, in the same order.
  const auto node_of = [](BlockIndex block) { return PathNodeIndex{block.number}; };
  RouteGraph routes{.paths = {},
                    .blocks = {},
                    .kinds = {},
                    .is_inner = {},
                    .has_inner_loops = through.has_inner_loops(),
                    .ends_at_entry = end == RouteEnd::back_to_entry};
  routes.paths.entry = node_of(entry);
  for (const BlockIndex block : graph.blocks.indices()) {
    PathNode &node = routes.paths.nodes.emplace_back();
    auto &kinds = routes.kinds.emplace_back();
    routes.blocks.push_back(block);
    routes.is_inner.push_back(through.is_inner(block));
    node.size = graph.size_of(block);
    std::vector<std::optional<double>> probabilities;
    for (const FlowEdge &edge : through.edges[block]) {
      const bool ends = !edge.block.exists() || (end == RouteEnd::back_to_entry && edge.block == entry);
      node.successors.push_back(ends ? path_end : node_of(edge.block));
      kinds.push_back(edge.kind);
      probabilities.push_back(edge.probability);
    }
    node.probabilities = probabilities_of(probabilities);
  }
  return routes;
}

} // namespace osaca
