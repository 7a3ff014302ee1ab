#include "analysis/bounds/dependency_chains.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace osaca {
namespace {

DependencyGraph graph_of(int nodes, const std::vector<Dependency> &edges) {
  DependencyGraph graph;
  for (int n = 0; n < nodes; ++n) {
    ValueNode node;
    node.instruction = n;
    graph.nodes.push_back(node);
  }
  graph.edges.assign(edges.begin(), edges.end());
  return graph;
}

Dependency edge(int from, int to, int distance, int cycles) {
  Dependency dependency;
  dependency.from = {from};
  dependency.to = {to};
  dependency.distance = distance;
  dependency.cycles = Cycles(cycles);
  return dependency;
}

TEST(LoopCarried, AnAccumulatorTakesItsLatency) {
  const auto cycles = loop_carried_dependencies(graph_of(1, {edge(0, 0, 1, 4)}));
  ASSERT_EQ(cycles.size(), 1u);
  EXPECT_EQ(cycles[0].per_iteration(), Cycles(4));
}

TEST(LoopCarried, ARecurrenceOverTwoIterationsCostsHalf) {
  // a[i] = f(a[i-2]): seven cycles of latency, two iterations.
  const auto cycles = loop_carried_dependencies(graph_of(2, {edge(0, 1, 0, 3), edge(1, 0, 2, 4)}));
  ASSERT_EQ(cycles.size(), 1u);
  EXPECT_EQ(cycles[0].per_iteration(), Cycles(7, 2));
  EXPECT_EQ(cycles[0].iterations, 2);
}

TEST(LoopCarried, SeparateChainsAreListedWorstFirst) {
  const auto cycles = loop_carried_dependencies(graph_of(2, {edge(0, 0, 1, 1), edge(1, 1, 1, 5)}));
  ASSERT_EQ(cycles.size(), 2u);
  EXPECT_EQ(cycles[0].per_iteration(), Cycles(5));
  EXPECT_EQ(cycles[1].per_iteration(), Cycles(1));
}

TEST(LoopCarried, WithoutACycleThereIsNone) {
  EXPECT_TRUE(loop_carried_dependencies(graph_of(3, {edge(0, 1, 0, 3), edge(1, 2, 1, 3)})).empty());
}

// All simple cycles by depth-first search, as an independent answer.
Cycles brute_force(const DependencyGraph &graph) {
  Cycles worst;
  Indexed<ValueNode, char> used(graph.nodes.size(), 0);
  std::function<void(NodeIndex, NodeIndex, Cycles, int)> walk = [&](NodeIndex start, NodeIndex node, Cycles cycles,
                                                                    int distance) {
    for (const Dependency &e : graph.edges) {
      if (e.from != node || e.to < start)
        continue;
      if (e.to == start)
        worst = std::max(worst, (cycles + e.cycles) / Cycles(distance + e.distance));
      else if (used[e.to] == 0) {
        used[e.to] = 1;
        walk(start, e.to, cycles + e.cycles, distance + e.distance);
        used[e.to] = 0;
      }
    }
  };
  for (const NodeIndex start : graph.nodes.indices())
    walk(start, start, Cycles(0), 0);
  return worst;
}

TEST(LoopCarried, AgreesWithTryingAllCycles) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    const int nodes = 2 + static_cast<int>(random() % 6);
    std::vector<Dependency> edges;
    for (int e = 0; e < nodes * 2; ++e) {
      const int from = static_cast<int>(random() % static_cast<unsigned>(nodes));
      const int to = static_cast<int>(random() % static_cast<unsigned>(nodes));
      const int distance = from < to ? static_cast<int>(random() % 2) : 1 + static_cast<int>(random() % 3);
      edges.push_back(edge(from, to, distance, 1 + static_cast<int>(random() % 9)));
    }
    const auto graph = graph_of(nodes, edges);
    const auto cycles = loop_carried_dependencies(graph);
    EXPECT_EQ(cycles.empty() ? Cycles(0) : cycles[0].per_iteration(), brute_force(graph));
  }
}

TEST(CriticalPath, IsTheLongestChainOfOneIteration) {
  auto graph = graph_of(4, {edge(0, 1, 0, 4), edge(1, 3, 0, 3), edge(2, 3, 0, 3), edge(3, 0, 1, 50)});
  graph.nodes[NodeIndex{0}].entry_cycles = Cycles(5);
  graph.nodes[NodeIndex{2}].entry_cycles = Cycles(10);
  const auto path = critical_path(graph);
  EXPECT_EQ(path.cycles, Cycles(13)); // 10 + 3, longer than 5 + 4 + 3; the edge to the next iteration does not count
  EXPECT_EQ(path.nodes, (std::vector<NodeIndex>{{2}, {3}}));
}

} // namespace
} // namespace osaca
