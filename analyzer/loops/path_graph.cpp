#include "loops/path_graph.h"

#include "base/index.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace osaca {
namespace {

/// Steps that taking loops out of a stretch may cost in all; nests that need more are not followed.
constexpr std::int64_t most_work = 4'000'000;

using Edges = std::vector<FlowEdge>; ///< `block` may be path_end

void add_distinct(Edges &edges, const FlowEdge &edge) {
  if (std::none_of(edges.begin(), edges.end(), [&](const FlowEdge &known) { return known.block == edge.block; }))
    edges.push_back(edge);
}

/// The edges of a stretch while its inner loops are taken out, innermost first.
class OnceThrough {
public:
  OnceThrough(const FlowGraph &graph, int entry, RouteEnd end) : end_(end), forest_(find_loops(graph, entry)) {
    for (const BasicBlock &block : graph.blocks) {
      edges.push_back(block.successors);
      if (end == RouteEnd::run_off && block.runs_off)
        edges.back().push_back({path_end, FlowEdge::Kind::falls});
    }
    top_ = end == RouteEnd::back_to_entry ? forest_.loop_of_block[at(entry)] : -1;
    if (top_ >= 0 && forest_.loops[at(top_)].header != entry)
      top_ = -1;
  }

  /// False: too much work.
  bool take_out_loops() {
    std::vector<int> order(forest_.loops.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return forest_.loops[at(a)].order > forest_.loops[at(b)].order; });
    std::vector<std::vector<int>> members(forest_.loops.size());
    for (int block = 0; block < static_cast<int>(forest_.loop_of_block.size()); ++block)
      for (int loop = forest_.loop_of_block[at(block)]; loop >= 0; loop = forest_.loops[at(loop)].parent) {
        members[at(loop)].push_back(block);
        if (++work_ > most_work)
          return false;
      }
    for (const int loop : order)
      if (loop != top_ && !take_out(loop, members[at(loop)]))
        return false;
    return true;
  }

  [[nodiscard]] bool has_inner_loops() const { return forest_.loops.size() > (top_ >= 0 ? 1U : 0U); }

  std::vector<Edges> edges;

private:
  RouteEnd end_;
  LoopForest forest_;
  int top_ = -1;
  std::int64_t work_ = 0;

  [[nodiscard]] bool leaves(int loop, const FlowEdge &edge) const {
    return edge.block == path_end || !forest_.contains(loop, edge.block);
  }
  [[nodiscard]] bool closes(int loop, int block) const {
    const int header = forest_.loops[at(loop)].header;
    return std::any_of(edges[at(block)].begin(), edges[at(block)].end(),
                       [&](const FlowEdge &edge) { return edge.block == header; });
  }
  [[nodiscard]] bool has_exit(int loop, int block) const {
    return std::any_of(edges[at(block)].begin(), edges[at(block)].end(),
                       [&](const FlowEdge &edge) { return leaves(loop, edge); });
  }
  void gather_exits(int loop, int block, Edges &exits) {
    for (const FlowEdge &edge : edges[at(block)]) {
      work_ += static_cast<std::int64_t>(exits.size());
      if (leaves(loop, edge) && work_ <= most_work)
        add_distinct(exits, {edge.block, FlowEdge::Kind::taken});
    }
  }

  /// Where the loop goes on when it is done: from its closing blocks or its top; only else from its middle.
  Edges ways_out(int loop, const std::vector<int> &members, const std::vector<int> &latches) {
    Edges exits;
    for (const int latch : latches)
      gather_exits(loop, latch, exits);
    gather_exits(loop, forest_.loops[at(loop)].header, exits);
    for (std::size_t i = 0; exits.empty() && i < members.size(); ++i)
      gather_exits(loop, members[i], exits);
    if (exits.empty() && end_ == RouteEnd::run_off)
      exits.push_back({path_end, FlowEdge::Kind::taken});
    return exits;
  }

  bool take_out(int loop, const std::vector<int> &members) {
    const int header = forest_.loops[at(loop)].header;
    std::vector<int> latches;
    for (const int block : members)
      if (closes(loop, block))
        latches.push_back(block);
    const Edges exits = ways_out(loop, members, latches);
    for (const int block : members) {
      const bool latch = std::binary_search(latches.begin(), latches.end(), block);
      const bool moves_exits_here = latch && !has_exit(loop, block);
      std::erase_if(edges[at(block)],
                    [&](const FlowEdge &edge) { return latch ? edge.block == header : leaves(loop, edge); });
      if (moves_exits_here) {
        work_ += static_cast<std::int64_t>(exits.size());
        edges[at(block)].insert(edges[at(block)].end(), exits.begin(), exits.end());
      }
      if (work_ > most_work)
        return false;
    }
    return true;
  }
};

} // namespace

RouteGraph iteration_routes(const FlowGraph &graph, const std::vector<int> &body) {
  std::unordered_map<int, int> node_of;
  for (const int block : body)
    node_of.emplace(block, static_cast<int>(node_of.size()));
  RouteGraph routes{.paths = {}, .blocks = body, .kinds = {}};
  for (const int block : body) {
    auto &successors = routes.paths.successors.emplace_back();
    auto &kinds = routes.kinds.emplace_back();
    routes.paths.sizes.push_back(graph.size_of(block));
    for (const FlowEdge &edge : graph.blocks[at(block)].successors) {
      const auto found = node_of.find(edge.block);
      if (found == node_of.end())
        continue;
      successors.push_back(edge.block == body.front() ? path_end : found->second);
      kinds.push_back(edge.kind);
    }
  }
  return routes;
}

std::optional<RouteGraph> once_through_routes(const FlowGraph &graph, int entry, RouteEnd end) {
  OnceThrough through(graph, entry, end);
  if (!through.take_out_loops())
    return std::nullopt;
  RouteGraph routes{.paths = {},
                    .blocks = std::vector<int>(graph.blocks.size()),
                    .kinds = {},
                    .has_inner_loops = through.has_inner_loops(),
                    .ends_at_entry = end == RouteEnd::back_to_entry};
  std::iota(routes.blocks.begin(), routes.blocks.end(), 0);
  routes.paths.entry = entry;
  for (int block = 0; block < static_cast<int>(graph.blocks.size()); ++block) {
    auto &successors = routes.paths.successors.emplace_back();
    auto &kinds = routes.kinds.emplace_back();
    routes.paths.sizes.push_back(graph.size_of(block));
    for (const FlowEdge &edge : through.edges[at(block)]) {
      const bool ends = edge.block == path_end || (end == RouteEnd::back_to_entry && edge.block == entry);
      successors.push_back(ends ? path_end : edge.block);
      kinds.push_back(edge.kind);
    }
  }
  return routes;
}

} // namespace osaca
