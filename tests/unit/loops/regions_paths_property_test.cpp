// Properties of loops and paths on random graphs, against definitions executed literally: dominators by removing each
// block in turn, paths by following every edge.
#include "loops/loop_nest.h"
#include "loops/paths.h"
#include "loops/path_graph.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

namespace osaca {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

FlowGraph random_graph(std::mt19937 &random, int blocks, bool forward_heavy) {
  FlowGraph graph;
  std::uniform_int_distribution<int> any(0, blocks - 1);
  std::uniform_int_distribution<int> degree(0, 3);
  for (int b = 0; b < blocks; ++b) {
    BasicBlock block{.first = b, .last = b, .label = {}, .successors = {}};
    block.starts_function = b == 0;
    std::set<int> targets;
    if (b + 1 < blocks)
      targets.insert(b + 1);
    for (int i = degree(random); i-- > 0;)
      targets.insert(forward_heavy && i > 0 ? std::max(b, any(random)) : any(random));
    for (const int target : targets)
      block.successors.push_back({target, FlowEdge::Kind::taken});
    graph.blocks.push_back(block);
    graph.code.push_back(b);
    graph.block_of.push_back(b);
  }
  return graph;
}

std::vector<char> reachable(const FlowGraph &graph, int from, int without, const std::vector<char> *within = nullptr) {
  std::vector<char> seen(graph.blocks.size(), 0);
  std::vector<int> work;
  const auto visit = [&](int block) {
    if (block != without && !seen[at(block)] && (within == nullptr || (*within)[at(block)])) {
      seen[at(block)] = 1;
      work.push_back(block);
    }
  };
  visit(from);
  while (!work.empty()) {
    const int block = work.back();
    work.pop_back();
    for (const FlowEdge &edge : graph.blocks[at(block)].successors)
      visit(edge.block);
  }
  return seen;
}

struct NaturalLoops {
  std::map<int, std::set<int>> body_of_header;
  bool reducible = true;
};

NaturalLoops natural_loops(const FlowGraph &graph) {
  const int count = static_cast<int>(graph.blocks.size());
  const auto live = reachable(graph, 0, -1);
  std::vector<std::vector<char>> without;
  for (int b = 0; b < count; ++b)
    without.push_back(reachable(graph, 0, b));
  const auto dominates = [&](int above, int below) { return above == below || !without[at(above)][at(below)]; };
  NaturalLoops loops;
  FlowGraph forward = graph;
  for (int b = 0; b < count; ++b)
    std::erase_if(forward.blocks[at(b)].successors,
                  [&](const FlowEdge &e) { return live[at(b)] && dominates(e.block, b); });
  for (int b = 0; b < count; ++b) {
    for (const FlowEdge &edge : forward.blocks[at(b)].successors)
      if (live[at(b)] && reachable(forward, edge.block, -1)[at(b)])
        loops.reducible = false;
    for (const FlowEdge &edge : graph.blocks[at(b)].successors) {
      const int header = edge.block;
      if (!live[at(b)] || !dominates(header, b))
        continue;
      auto &body = loops.body_of_header[header];
      body.insert(header);
      for (int n = 0; n < count; ++n)
        if (live[at(n)] && n != header && reachable(graph, n, header)[at(b)])
          body.insert(n);
    }
  }
  return loops;
}

TEST(LoopForestProperty, EqualsNaturalLoopsWhereTheGraphIsReducible) {
  std::mt19937 random(1);
  int reducible = 0;
  int with_nest = 0;
  for (int round = 0; round < 4000; ++round) {
    const FlowGraph graph = random_graph(random, 2 + round % 9, round % 2 == 0);
    const NaturalLoops expected = natural_loops(graph);
    if (!expected.reducible)
      continue;
    ++reducible;
    const LoopForest forest = find_loops(graph, 0);
    ASSERT_EQ(forest.loops.size(), expected.body_of_header.size()) << round;
    for (std::size_t l = 0; l < forest.loops.size(); ++l) {
      const auto found = expected.body_of_header.find(forest.loops[l].header);
      ASSERT_NE(found, expected.body_of_header.end()) << round;
      bool holds_another = false;
      for (const auto &[header, body] : expected.body_of_header)
        holds_another |= header != forest.loops[l].header && found->second.contains(header);
      EXPECT_EQ(forest.loops[l].is_innermost, !holds_another) << round;
      with_nest += holds_another;
      for (int b = 0; b < static_cast<int>(graph.blocks.size()); ++b)
        EXPECT_EQ(forest.contains(static_cast<int>(l), b), found->second.contains(b)) << round << " block " << b;
    }
  }
  EXPECT_GT(reducible, 500);
  EXPECT_GT(with_nest, 100);
}

/// Paths from the header to itself that meet each block once, by following every edge.
std::uint64_t count_by_trying(const FlowGraph &graph, const std::set<int> &body, int header) {
  std::set<int> on_path;
  const std::function<std::uint64_t(int)> from = [&](int block) {
    std::uint64_t count = 0;
    on_path.insert(block);
    for (const FlowEdge &edge : graph.blocks[at(block)].successors) {
      if (edge.block == header)
        ++count;
      else if (body.contains(edge.block) && !on_path.contains(edge.block))
        count += from(edge.block);
    }
    on_path.erase(block);
    return count;
  };
  return from(header);
}

TEST(PathProperty, IterationsStartAtTheHeadGoAlongEdgesAndReturnToIt) {
  std::mt19937 random(2);
  int loops_seen = 0;
  int branching = 0;
  for (int round = 0; round < 4000; ++round) {
    const FlowGraph graph = random_graph(random, 2 + round % 12, round % 3 != 0);
    for (const auto &body : innermost_blocks(find_loops(graph))) {
      if (body.empty())
        continue;
      ++loops_seen;
      const RouteGraph routes = iteration_routes(graph, body);
      PathLimits all;
      all.paths = 100'000;
      const PathSet set = find_paths(routes.paths, all);
      ASSERT_EQ(set.total, count_by_trying(graph, {body.begin(), body.end()}, body.front())) << round;
      ASSERT_EQ(set.paths.size(), set.total);
      branching += set.total > 2;
      std::set<std::vector<int>> distinct;
      for (const Path &path : set.paths) {
        EXPECT_EQ(routes.blocks[at(path.nodes.front())], body.front());
        EXPECT_EQ(std::set<int>(path.nodes.begin(), path.nodes.end()).size(), path.nodes.size());
        for (std::size_t i = 0; i < path.nodes.size(); ++i) {
          const int from = routes.blocks[at(path.nodes[i])];
          const int to = i + 1 < path.nodes.size() ? routes.blocks[at(path.nodes[i + 1])] : body.front();
          const auto &edges = graph.blocks[at(from)].successors;
          EXPECT_TRUE(std::any_of(edges.begin(), edges.end(), [&](const FlowEdge &e) { return e.block == to; }));
        }
        distinct.insert(path.nodes);
      }
      EXPECT_EQ(distinct.size(), set.paths.size());
      PathLimits few;
      few.paths = 2;
      EXPECT_EQ(find_paths(routes.paths, few).paths.size(), std::min<std::size_t>(2, set.paths.size()));
      EXPECT_EQ(find_paths(routes.paths, few).total, set.total);
    }
  }
  EXPECT_GT(loops_seen, 1000);
  EXPECT_GT(branching, 100);
}

TEST(PathProperty, OnceThroughNeverMeetsABlockTwiceAndEndsWhereItShould) {
  std::mt19937 random(3);
  int found = 0;
  for (int round = 0; round < 4000; ++round) {
    FlowGraph graph = random_graph(random, 2 + round % 12, round % 2 == 0);
    graph.blocks.back().runs_off = true;
    for (const RouteEnd end : {RouteEnd::run_off, RouteEnd::back_to_entry}) {
      const auto routes = once_through_routes(graph, 0, end);
      ASSERT_TRUE(routes);
      for (const Path &path : find_paths(routes->paths, {}).paths) {
        ++found;
        EXPECT_EQ(path.nodes.front(), 0);
        EXPECT_EQ(std::set<int>(path.nodes.begin(), path.nodes.end()).size(), path.nodes.size());
      }
    }
  }
  EXPECT_GT(found, 2000);
}

TEST(PathCount, SaturatesInsteadOfWrapping) {
  PathGraph graph; // 100 diamonds: 2^100 paths
  for (int i = 0; i < 100; ++i) {
    graph.successors.push_back({3 * i + 1, 3 * i + 2});
    graph.successors.push_back({3 * i + 3});
    graph.successors.push_back({3 * i + 3});
  }
  graph.successors.push_back({path_end});
  graph.sizes.assign(graph.successors.size(), 1);
  const PathSet set = find_paths(graph, {});
  EXPECT_EQ(set.total, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(set.paths.size(), 8U);
}

TEST(PathCount, TheInstructionLimitStillLeavesOnePath) {
  PathGraph graph;
  graph.successors = {{1, 2}, {path_end}, {path_end}};
  graph.sizes = {1'000'000, 1, 1};
  EXPECT_EQ(find_paths(graph, {}).paths.size(), 1U);
  EXPECT_EQ(find_paths(graph, {}).total, 2U);
}

} // namespace
} // namespace osaca
