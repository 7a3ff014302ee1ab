#include "analysis/loop_carried.h"

#include <algorithm>
#include <utility>

namespace osaca {
namespace {

using Adjacency = std::vector<std::vector<int>>; // node -> outgoing edges

/// Tarjan's algorithm without recursion: component number of each node.
std::vector<int> strong_components(const DependencyGraph &graph, const Adjacency &outgoing) {
  const std::size_t count = graph.nodes.size();
  std::vector<int> order(count, -1), low(count, 0), component(count, -1), stack;
  std::vector<bool> on_stack(count, false);
  int next_order = 0;
  int next_component = 0;
  struct Frame {
    int node;
    std::size_t edge;
  };
  for (std::size_t root = 0; root < count; ++root) {
    if (order[root] >= 0)
      continue;
    std::vector<Frame> frames{{static_cast<int>(root), 0}};
    while (!frames.empty()) {
      Frame &frame = frames.back();
      const auto n = static_cast<std::size_t>(frame.node);
      if (frame.edge == 0 && order[n] < 0) {
        order[n] = low[n] = next_order++;
        stack.push_back(frame.node);
        on_stack[n] = true;
      }
      if (frame.edge < outgoing[n].size()) {
        const auto target = static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(outgoing[n][frame.edge++])].to);
        if (order[target] < 0)
          frames.push_back({static_cast<int>(target), 0});
        else if (on_stack[target])
          low[n] = std::min(low[n], order[target]);
        continue;
      }
      if (low[n] == order[n]) {
        for (int member = -1; member != frame.node;) {
          member = stack.back();
          stack.pop_back();
          on_stack[static_cast<std::size_t>(member)] = false;
          component[static_cast<std::size_t>(member)] = next_component;
        }
        ++next_component;
      }
      const int finished = frame.node;
      frames.pop_back();
      if (!frames.empty()) {
        const auto parent = static_cast<std::size_t>(frames.back().node);
        low[parent] = std::min(low[parent], low[static_cast<std::size_t>(finished)]);
      }
    }
  }
  return component;
}

/// One component with its inner edges, those of distance 0 first and in order of their source: relaxing them in that order
/// settles a whole iteration in one round.
struct Component {
  std::vector<int> nodes;
  std::vector<int> edges;
};

/// A cycle with a positive sum of (cycles - ratio * distance), as edge indices; empty if there is none.
std::vector<int> improving_cycle(const DependencyGraph &graph, const Component &component, Cycles ratio,
                                 std::vector<Cycles> &length, std::vector<int> &through) {
  for (int n : component.nodes) {
    length[static_cast<std::size_t>(n)] = Cycles(0);
    through[static_cast<std::size_t>(n)] = -1;
  }
  const auto cycle_in_predecessors = [&]() -> std::vector<int> {
    std::vector<int> mark(graph.nodes.size(), -1);
    int walk = 0;
    for (int start : component.nodes) {
      int node = start;
      while (node >= 0 && mark[static_cast<std::size_t>(node)] < 0) {
        mark[static_cast<std::size_t>(node)] = walk;
        const int edge = through[static_cast<std::size_t>(node)];
        node = edge < 0 ? -1 : graph.edges[static_cast<std::size_t>(edge)].from;
      }
      if (node >= 0 && mark[static_cast<std::size_t>(node)] == walk) {
        std::vector<int> cycle;
        const int first = node;
        do {
          const int edge = through[static_cast<std::size_t>(node)];
          cycle.push_back(edge);
          node = graph.edges[static_cast<std::size_t>(edge)].from;
        } while (node != first);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      ++walk;
    }
    return {};
  };
  // Without a positive cycle the lengths settle after at most one round per node.
  for (std::size_t round = 0; round <= component.nodes.size(); ++round) {
    bool changed = false;
    for (int e : component.edges) {
      const Dependency &edge = graph.edges[static_cast<std::size_t>(e)];
      const Cycles candidate = length[static_cast<std::size_t>(edge.from)] + edge.cycles - ratio * Cycles(edge.distance);
      if (length[static_cast<std::size_t>(edge.to)] < candidate) {
        length[static_cast<std::size_t>(edge.to)] = candidate;
        through[static_cast<std::size_t>(edge.to)] = e;
        changed = true;
      }
    }
    if (!changed)
      return {};
    if (std::vector<int> cycle = cycle_in_predecessors(); !cycle.empty())
      return cycle;
  }
  return {};
}

LoopCarriedCycle measured(const DependencyGraph &graph, std::vector<int> edges) {
  LoopCarriedCycle cycle;
  cycle.iterations = 0;
  for (int e : edges) {
    cycle.cycles += graph.edges[static_cast<std::size_t>(e)].cycles;
    cycle.iterations += graph.edges[static_cast<std::size_t>(e)].distance;
  }
  const auto first = std::min_element(edges.begin(), edges.end(), [&](int a, int b) {
    return graph.edges[static_cast<std::size_t>(a)].from < graph.edges[static_cast<std::size_t>(b)].from;
  });
  std::rotate(edges.begin(), first, edges.end());
  cycle.edges = std::move(edges);
  return cycle;
}

} // namespace

std::vector<LoopCarriedCycle> loop_carried_dependencies(const DependencyGraph &graph) {
  Adjacency outgoing(graph.nodes.size());
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    outgoing[static_cast<std::size_t>(graph.edges[e].from)].push_back(static_cast<int>(e));
  const std::vector<int> number = strong_components(graph, outgoing);

  std::vector<Component> components(graph.nodes.size());
  for (std::size_t n = 0; n < number.size(); ++n)
    components[static_cast<std::size_t>(number[n])].nodes.push_back(static_cast<int>(n));
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const Dependency &edge = graph.edges[e];
    if (number[static_cast<std::size_t>(edge.from)] == number[static_cast<std::size_t>(edge.to)])
      components[static_cast<std::size_t>(number[static_cast<std::size_t>(edge.from)])].edges.push_back(
          static_cast<int>(e));
  }

  std::vector<LoopCarriedCycle> found;
  std::vector<Cycles> length(graph.nodes.size());
  std::vector<int> through(graph.nodes.size(), -1);
  for (Component &component : components) {
    if (component.edges.empty())
      continue;
    std::stable_sort(component.edges.begin(), component.edges.end(), [&](int a, int b) {
      const Dependency &x = graph.edges[static_cast<std::size_t>(a)];
      const Dependency &y = graph.edges[static_cast<std::size_t>(b)];
      return std::pair(x.distance > 0, x.from) < std::pair(y.distance > 0, y.from);
    });
    LoopCarriedCycle worst;
    Cycles ratio(0);
    while (true) {
      std::vector<int> cycle = improving_cycle(graph, component, ratio, length, through);
      if (cycle.empty())
        break;
      worst = measured(graph, std::move(cycle));
      // Edges of distance 0 run forwards in program order, so every cycle spans at least one iteration.
      if (worst.iterations <= 0 || worst.per_iteration() <= ratio)
        break;
      ratio = worst.per_iteration();
    }
    if (!worst.edges.empty() && worst.iterations > 0)
      found.push_back(std::move(worst));
  }
  std::stable_sort(found.begin(), found.end(), [](const LoopCarriedCycle &a, const LoopCarriedCycle &b) {
    return b.per_iteration() < a.per_iteration();
  });
  return found;
}

} // namespace osaca
