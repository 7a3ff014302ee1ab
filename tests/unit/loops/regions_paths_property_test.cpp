// Properties of loops and paths on random graphs, against definitions executed literally: dominators by removing each
// block in turn, paths by following every edge.
#include "loops/flow_graph.h"
#include "loops/paths.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>

namespace osaca {
namespace {

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
      block.successors.push_back({{target}, FlowEdge::Kind::taken});
    graph.blocks.push_back(block);
    graph.code.push_back({b});
    graph.block_of.push_back({b});
  }
  return graph;
}

using BlockFlags = Indexed<BasicBlock, char>;

BlockFlags reachable(const FlowGraph &graph, BlockIndex from, BlockIndex without) {
  BlockFlags seen(graph.blocks.size(), 0);
  std::vector<BlockIndex> work;
  const auto visit = [&](BlockIndex block) {
    if (block != without && !seen[block]) {
      seen[block] = 1;
      work.push_back(block);
    }
  };
  visit(from);
  while (!work.empty()) {
    const BlockIndex block = work.back();
    work.pop_back();
    for (const FlowEdge &edge : graph.blocks[block].successors)
      visit(edge.block);
  }
  return seen;
}

struct NaturalLoops {
  std::map<BlockIndex, std::set<BlockIndex>> body_of_header;
  bool reducible = true;
};

NaturalLoops natural_loops(const FlowGraph &graph) {
  constexpr BlockIndex first{0};
  const BlockFlags live = reachable(graph, first, {});
  Indexed<BasicBlock, BlockFlags> without;
  for (const BlockIndex b : graph.blocks.indices())
    without.push_back(reachable(graph, first, b));
  const auto dominates = [&](BlockIndex above, BlockIndex below) { return above == below || !without[above][below]; };
  NaturalLoops loops;
  FlowGraph forward = graph;
  for (const BlockIndex b : graph.blocks.indices())
    std::erase_if(forward.blocks[b].successors, [&](const FlowEdge &e) { return live[b] && dominates(e.block, b); });
  for (const BlockIndex b : graph.blocks.indices()) {
    for (const FlowEdge &edge : forward.blocks[b].successors)
      if (live[b] && reachable(forward, edge.block, {})[b])
        loops.reducible = false;
    for (const FlowEdge &edge : graph.blocks[b].successors) {
      const BlockIndex header = edge.block;
      if (!live[b] || !dominates(header, b))
        continue;
      auto &body = loops.body_of_header[header];
      body.insert(header);
      for (const BlockIndex n : graph.blocks.indices())
        if (live[n] && n != header && reachable(graph, n, header)[b])
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
    const LoopForest forest = find_loops(graph, {0});
    ASSERT_EQ(forest.loops.size(), expected.body_of_header.size()) << round;
    for (const LoopIndex l : forest.loops.indices()) {
      const auto found = expected.body_of_header.find(forest.loops[l].header);
      ASSERT_NE(found, expected.body_of_header.end()) << round;
      bool holds_another = false;
      for (const auto &[header, body] : expected.body_of_header)
        holds_another |= header != forest.loops[l].header && found->second.contains(header);
      EXPECT_EQ(forest.loops[l].is_innermost, !holds_another) << round;
      with_nest += holds_another;
      for (const BlockIndex b : graph.blocks.indices())
        EXPECT_EQ(forest.contains(l, b), found->second.contains(b)) << round << " block " << b.number;
    }
  }
  EXPECT_GT(reducible, 500);
  EXPECT_GT(with_nest, 100);
}

/// Paths from the header to itself that meet each block once, by following every edge.
std::uint64_t count_by_trying(const FlowGraph &graph, const std::set<BlockIndex> &body, BlockIndex header) {
  std::set<BlockIndex> on_path;
  const std::function<std::uint64_t(BlockIndex)> from = [&](BlockIndex block) {
    std::uint64_t count = 0;
    on_path.insert(block);
    for (const FlowEdge &edge : graph.blocks[block].successors) {
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
    const LoopForest forest = find_loops(graph);
    for (const LoopIndex loop : forest.innermost()) {
      const std::vector<BlockIndex> body = LoopBlocks(graph, forest).of(loop);
      ++loops_seen;
      const RouteGraph routes = iteration_routes(graph, body);
      PathLimits all;
      all.paths = 100'000;
      const PathSet set = find_paths(routes.paths, all);
      ASSERT_EQ(set.total, count_by_trying(graph, {body.begin(), body.end()}, body.front())) << round;
      ASSERT_EQ(set.paths.size(), set.total);
      branching += set.total > 2;
      std::set<std::vector<PathNodeIndex>> distinct;
      for (const Path &path : set.paths) {
        EXPECT_EQ(routes.blocks[path.nodes.front()], body.front());
        EXPECT_EQ(std::set<PathNodeIndex>(path.nodes.begin(), path.nodes.end()).size(), path.nodes.size());
        for (std::size_t i = 0; i < path.nodes.size(); ++i) {
          const BlockIndex from = routes.blocks[path.nodes[i]];
          const BlockIndex to = i + 1 < path.nodes.size() ? routes.blocks[path.nodes[i + 1]] : body.front();
          const auto &edges = graph.blocks[from].successors;
          EXPECT_TRUE(std::ranges::any_of(edges, [&](const FlowEdge &e) { return e.block == to; }));
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
      const auto routes = once_through_routes(graph, {0}, end);
      ASSERT_TRUE(routes);
      for (const Path &path : find_paths(routes->paths, {}).paths) {
        ++found;
        EXPECT_EQ(path.nodes.front(), PathNodeIndex{0});
        EXPECT_EQ(std::set<PathNodeIndex>(path.nodes.begin(), path.nodes.end()).size(), path.nodes.size());
      }
    }
  }
  EXPECT_GT(found, 2000);
}

/// Probabilities of the ways out of each node that add up to at most 1: the rest leaves the loop.
void set_random_probabilities(std::mt19937 &random, PathGraph &graph) {
  std::uniform_real_distribution<double> part(0, 1);
  for (PathNode &node : graph.nodes) {
    double left = 1;
    node.probabilities.clear();
    for (std::size_t i = 0; i < node.successors.size(); ++i) {
      node.probabilities.push_back(left * part(random));
      left -= node.probabilities.back();
    }
  }
}

double probability_by_multiplying(const PathGraph &graph, const Path &path) {
  double product = 1;
  for (std::size_t i = 0; i < path.nodes.size(); ++i)
    product *= graph.nodes[path.nodes[i]].probabilities[at(path.choices[i])];
  return product;
}

TEST(PathProperty, LikelyPathsComeFirstAndTheirSharesAreThoseOfAllThatComeRound) {
  std::mt19937 random(4);
  int branching = 0;
  for (int round = 0; round < 4000; ++round) {
    const FlowGraph graph = random_graph(random, 2 + round % 12, round % 3 != 0);
    const LoopForest forest = find_loops(graph);
    for (const LoopIndex loop : forest.innermost()) {
      const std::vector<BlockIndex> body = LoopBlocks(graph, forest).of(loop);
      RouteGraph routes = iteration_routes(graph, body);
      PathLimits all;
      all.paths = 100'000;
      const PathSet in_lexical_order = find_paths(routes.paths, all);
      set_random_probabilities(random, routes.paths);
      const PathSet set = find_paths(routes.paths, all);
      ASSERT_EQ(set.paths.size(), in_lexical_order.paths.size());
      double sum = 0;
      for (const Path &path : in_lexical_order.paths)
        sum += probability_by_multiplying(routes.paths, path);
      double shares = 0;
      std::set<std::vector<PathNodeIndex>> distinct;
      for (std::size_t i = 0; i < set.paths.size(); ++i) {
        EXPECT_NEAR(set.paths[i].probability, probability_by_multiplying(routes.paths, set.paths[i]) / sum, 1e-9);
        EXPECT_LE(set.paths[i].probability, i == 0 ? 1 : set.paths[i - 1].probability + 1e-12);
        shares += set.paths[i].probability;
        distinct.insert(set.paths[i].nodes);
      }
      EXPECT_NEAR(shares, 1, 1e-9);
      EXPECT_EQ(distinct.size(), set.paths.size());
      branching += set.paths.size() > 2;
      PathLimits half = all;
      half.share = 0.5;
      const PathSet likely = find_paths(routes.paths, half);
      double followed = 0;
      for (const Path &path : likely.paths)
        followed += path.probability;
      EXPECT_GE(followed, 0.5 - 1e-9);
      EXPECT_LT(followed - likely.paths.back().probability, 0.5);
    }
  }
  EXPECT_GT(branching, 100);
}

/// A branch to blocks that all go on to the end.
PathSet paths_with(std::vector<double> probabilities, double least_probability) {
  PathGraph graph;
  std::vector<PathNodeIndex> targets;
  for (int i = 1; i <= static_cast<int>(probabilities.size()); ++i)
    targets.emplace_back(i);
  graph.nodes.push_back({.successors = targets, .size = 1, .probabilities = std::move(probabilities)});
  for (std::size_t i = 0; i < targets.size(); ++i)
    graph.nodes.push_back({.successors = {path_end}, .size = 1});
  PathLimits limits;
  limits.least_probability = least_probability;
  return find_paths(graph, limits);
}

TEST(PathLimit, UnlikelyPathsBehindTheLikeliestAreCountedButNotListed) {
  EXPECT_EQ(paths_with({0.04, 0.6, 0.03, 0.33}, 0.05).paths.size(), 2U);
  EXPECT_EQ(paths_with({0.04, 0.6, 0.03, 0.33}, 0.05).total, 4U);
  EXPECT_EQ(paths_with({0.04, 0.6, 0.03, 0.33}, 0).paths.size(), 4U);
  EXPECT_EQ(paths_with({1}, 2).paths.size(), 1U);
  const std::vector<double> tenths(10, 0.1); // none is likely: those like the likeliest stay
  EXPECT_EQ(paths_with(tenths, 0.5).paths.size(), 8U);
  EXPECT_EQ(paths_with({0.4, 0.4, 0.2 - 1e-6, 1e-6}, 0.5).paths.size(), 2U) << "less than half of the likeliest";
}

/// Three branches in a row, of which the first and the last have probabilities. Both ways of the middle one are then
/// equally likely, and no path has a share.
TEST(PathOrder, FollowsTheProbabilitiesThatAreKnown) {
  PathGraph graph;
  for (int i = 0; i < 3; ++i) {
    graph.nodes.push_back({.successors = {{3 * i + 1}, {3 * i + 2}}, .size = 1});
    graph.nodes.push_back({.successors = {{3 * i + 3}}, .size = 1});
    graph.nodes.push_back({.successors = {{3 * i + 3}}, .size = 1});
  }
  graph.nodes.push_back({.successors = {path_end}, .size = 1});
  graph.nodes[PathNodeIndex{0}].probabilities = {0.1, 0.9};
  graph.nodes[PathNodeIndex{6}].probabilities = {0.75, 0.25};
  const PathSet set = find_paths(graph, {});
  ASSERT_EQ(set.paths.size(), 8U);
  std::vector<std::vector<int>> choices;
  for (const Path &path : set.paths) {
    choices.push_back({path.choices.at(0), path.choices.at(4)});
    EXPECT_EQ(path.probability, 0);
  }
  const std::vector<std::vector<int>> expected = {{1, 0}, {1, 0}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 1}, {0, 1}};
  EXPECT_EQ(choices, expected);
}

TEST(PathCount, SaturatesInsteadOfWrapping) {
  PathGraph graph; // 100 diamonds: 2^100 paths
  for (int i = 0; i < 100; ++i) {
    graph.nodes.push_back({.successors = {{3 * i + 1}, {3 * i + 2}}, .size = 1});
    graph.nodes.push_back({.successors = {{3 * i + 3}}, .size = 1});
    graph.nodes.push_back({.successors = {{3 * i + 3}}, .size = 1});
  }
  graph.nodes.push_back({.successors = {path_end}, .size = 1});
  const PathSet set = find_paths(graph, {});
  EXPECT_EQ(set.total, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(set.paths.size(), 8U);
}

/// As many branches as large functions have, whose probabilities are not exact in binary. A branch that is as likely to
/// go either way follows each of them, so equally likely paths abound. A search that extends all of them never ends.
TEST(PathCount, ListsTheLikeliestOfVeryManyPathsByWalkingThem) {
  constexpr int diamonds = 600;
  constexpr std::array likelier{0.7, 0.5, 0.6, 0.5, 0.9, 0.5};
  PathGraph graph;
  double best = 0; // as logarithm
  for (int i = 0; i < diamonds; ++i) {
    const double first = likelier[at(i) % likelier.size()];
    graph.nodes.push_back({.successors = {{3 * i + 1}, {3 * i + 2}}, .size = 1, .probabilities = {first, 1 - first}});
    graph.nodes.push_back({.successors = {{3 * i + 3}}, .size = 1});
    graph.nodes.push_back({.successors = {{3 * i + 3}}, .size = 1});
    best += std::log(first);
  }
  graph.nodes.push_back({.successors = {path_end}, .size = 1});
  const PathSet set = find_paths(graph, {});
  ASSERT_EQ(set.paths.size(), 8U);
  std::set<std::vector<PathNodeIndex>> distinct;
  for (const Path &path : set.paths) {
    EXPECT_NEAR(std::log(path.probability), best, 1e-6) << "a branch of which both ways are as likely gives 2^300 ties";
    distinct.insert(path.nodes);
  }
  EXPECT_EQ(distinct.size(), 8U);
}

TEST(PathCount, TheInstructionLimitStillLeavesOnePath) {
  PathGraph graph;
  graph.nodes.push_back({.successors = {{1}, {2}}, .size = 1'000'000});
  graph.nodes.push_back({.successors = {path_end}, .size = 1});
  graph.nodes.push_back({.successors = {path_end}, .size = 1});
  EXPECT_EQ(find_paths(graph, {}).paths.size(), 1U);
  EXPECT_EQ(find_paths(graph, {}).total, 2U);
}

} // namespace
} // namespace osaca
