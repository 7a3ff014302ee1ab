#include "analysis/bounds/dependency_chains.h"

#include "analysis/graph/components.h"
#include "base/index.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

namespace osaca {

namespace {

struct ValueTimes {
  Indexed<ValueNode, Cycles> ready;
  Indexed<ValueNode, EdgeIndex> last_input; ///< none: the node has no input from the same iteration
};

/// Nodes are in program order, so that producers are processed before their consumers.
ValueTimes value_times(const DependencyGraph &graph) {
  const std::size_t count = graph.nodes.size();
  Indexed<ValueNode, std::vector<EdgeIndex>> incoming(count);
  for (const EdgeIndex e : graph.edges.indices())
    if (graph.edges[e].distance == 0)
      incoming[graph.edges[e].to].push_back(e);
  ValueTimes times{Indexed<ValueNode, Cycles>(count), Indexed<ValueNode, EdgeIndex>(count)};
  for (const NodeIndex n : graph.nodes.indices()) {
    times.ready[n] = graph.nodes[n].entry_cycles;
    for (const EdgeIndex e : incoming[n]) {
      const Dependency &edge = graph.edges[e];
      const Cycles through = times.ready[edge.from] + edge.cycles;
      if (times.ready[n] < through || (times.ready[n] == through && !times.last_input[n].exists())) {
        times.ready[n] = through;
        times.last_input[n] = e;
      }
    }
  }
  return times;
}

} // namespace

Indexed<ValueNode, Cycles> ready_cycles(const DependencyGraph &graph) { return value_times(graph).ready; }

CriticalPath critical_path(const DependencyGraph &graph) {
  const auto [finish, best_edge] = value_times(graph);
  CriticalPath path;
  if (graph.nodes.size() == 0)
    return path;
  const auto last = std::ranges::max_element(finish);
  path.cycles = *last;
  NodeIndex node{static_cast<int>(last - finish.begin())};
  path.nodes.push_back(node);
  while (best_edge[node].exists()) {
    const EdgeIndex e = best_edge[node];
    path.edges.push_back(e);
    node = graph.edges[e].from;
    path.nodes.push_back(node);
  }
  std::ranges::reverse(path.nodes);
  std::ranges::reverse(path.edges);
  return path;
}

namespace {

/// One component with its inner edges. Edges of distance 0 are first, in the order of their sources, so that one round
/// of relaxation covers a whole iteration.
struct Component {
  std::span<const NodeIndex> nodes;
  std::span<const EdgeIndex> edges;
};

/// Searches for cycles with a positive sum of weights. It is reused for all components to reuse its memory.
template <class Number> class CycleSearch {
public:
  explicit CycleSearch(const DependencyGraph &graph) : graph_(graph), nodes_(graph.nodes.size()) {}

  /// Returns the edges of a cycle; empty if there is none. `weights` are those of the component's edges.
  std::vector<EdgeIndex> improving_cycle(const Component &component, const std::vector<Number> &weights) {
    for (const NodeIndex n : component.nodes)
      node(n) = {Number(0), {}, node(n).walk};
    // Without a positive cycle, the lengths are final after at most one round per node.
    for (std::size_t round = 0; round <= component.nodes.size(); ++round) {
      bool changed = false;
      for (std::size_t k = 0; k < component.edges.size(); ++k) {
        const Dependency &edge = graph_.edges[component.edges[k]];
        const Number candidate = node(edge.from).length + weights[k];
        if (node(edge.to).length < candidate) {
          node(edge.to).length = candidate;
          node(edge.to).through = component.edges[k];
          changed = true;
        }
      }
      if (!changed)
        return {};
      if (std::vector<EdgeIndex> cycle = cycle_in_predecessors(component); !cycle.empty())
        return cycle;
    }
    return {};
  }

private:
  struct NodeState {
    Number length;
    EdgeIndex through; ///< the edge that determined its length
    int walk = 0;      ///< the last walk that visited it
  };

  NodeState &node(NodeIndex n) { return nodes_[n]; }

  NodeIndex predecessor(NodeIndex n) {
    const EdgeIndex edge = node(n).through;
    return edge.exists() ? graph_.edges[edge].from : NodeIndex();
  }

  std::vector<EdgeIndex> cycle_in_predecessors(const Component &component) {
    const int first_walk = next_walk_;
    for (const NodeIndex start : component.nodes) {
      const int walk = next_walk_++;
      NodeIndex n = start;
      while (n.exists() && node(n).walk < first_walk) {
        node(n).walk = walk;
        n = predecessor(n);
      }
      if (!n.exists() || node(n).walk != walk)
        continue;
      std::vector<EdgeIndex> cycle;
      const NodeIndex first = n;
      do {
        cycle.push_back(node(n).through);
        n = predecessor(n);
      } while (n != first);
      std::ranges::reverse(cycle);
      return cycle;
    }
    return {};
  }

  const DependencyGraph &graph_;
  Indexed<ValueNode, NodeState> nodes_;
  int next_walk_ = 1;
};

LoopCarriedCycle measured(const DependencyGraph &graph, std::vector<EdgeIndex> edges) {
  LoopCarriedCycle cycle;
  cycle.iterations = 0;
  for (const EdgeIndex e : edges) {
    cycle.cycles += graph.edges[e].cycles;
    cycle.iterations += graph.edges[e].distance;
  }
  const auto first = std::ranges::min_element(
      edges, [&](EdgeIndex a, EdgeIndex b) { return graph.edges[a].from < graph.edges[b].from; });
  std::rotate(edges.begin(), first, edges.end());
  cycle.edges = std::move(edges);
  return cycle;
}

/// The common denominator of all latencies if it is small; 0: it is not.
std::int64_t common_denominator(const DependencyGraph &graph) {
  constexpr std::int64_t largest = 1000;
  std::int64_t common = 1;
  double latency = 0;
  double distance = 1;
  for (const Dependency &edge : graph.edges) {
    if (edge.cycles.denominator() > largest)
      return 0;
    if (edge.cycles.denominator() != 1)
      common = std::lcm(common, edge.cycles.denominator());
    if (common > largest)
      return 0;
    latency += edge.cycles.to_double();
    distance += edge.distance;
  }
  // No ratio has a numerator above the first sum or a denominator above the second. Their product must fit into 64
  // bits.
  return latency * static_cast<double>(common) * distance < 1e18 ? common : 0;
}

/// The weight of an edge at this ratio, latency - ratio * distance, scaled to a whole number.
std::int64_t scaled_weight(const Dependency &edge, Cycles ratio, std::int64_t denominator) {
  const std::int64_t latency = edge.cycles.numerator() * (denominator / edge.cycles.denominator());
  return latency * ratio.denominator() - ratio.numerator() * denominator * edge.distance;
}

/// The worst cycle of a component, by Newton's iteration on the ratio. Without edges: there is no cycle.
template <class Number, class Weigh>
LoopCarriedCycle worst_cycle(const DependencyGraph &graph, const Component &component, CycleSearch<Number> &search,
                             Weigh weigh) {
  LoopCarriedCycle worst;
  Cycles ratio(0);
  std::vector<Number> weights(component.edges.size());
  while (true) {
    for (std::size_t k = 0; k < weights.size(); ++k)
      weights[k] = weigh(graph.edges[component.edges[k]], ratio);
    std::vector<EdgeIndex> cycle = search.improving_cycle(component, weights);
    if (cycle.empty())
      return worst;
    worst = measured(graph, std::move(cycle));
    // Edges of distance 0 go forward in program order, so every cycle spans at least one iteration.
    if (worst.iterations <= 0 || worst.per_iteration() <= ratio)
      return worst;
    ratio = worst.per_iteration();
  }
}

template <class Number, class Weigh>
std::vector<LoopCarriedCycle> worst_cycles(const DependencyGraph &graph, Weigh weigh) {
  if (std::ranges::all_of(graph.edges, [](const Dependency &edge) { return edge.distance == 0; }))
    return {}; // such edges lead forwards
  const Components components(graph);
  if (std::ranges::none_of(graph.edges, [&](const Dependency &edge) { return components.of(edge) >= 0; }))
    return {};
  const std::size_t count = at(components.count());
  Groups<Dependency> edges(count, graph.edges, [&](EdgeIndex e) { return components.of(graph.edges[e]); });
  Groups<ValueNode> nodes(count, graph.nodes, [&](NodeIndex n) { return components.of(n); });

  std::vector<LoopCarriedCycle> found;
  CycleSearch<Number> search(graph);
  for (std::size_t c = 0; c < count; ++c) {
    const std::span<EdgeIndex> own_edges = edges.of(c);
    if (own_edges.empty())
      continue;
    std::ranges::stable_sort(own_edges, [&](EdgeIndex a, EdgeIndex b) {
      const Dependency &x = graph.edges[a];
      const Dependency &y = graph.edges[b];
      return std::pair(x.distance > 0, x.from) < std::pair(y.distance > 0, y.from);
    });
    LoopCarriedCycle worst = worst_cycle<Number>(graph, {nodes.of(c), own_edges}, search, weigh);
    if (!worst.edges.empty() && worst.iterations > 0)
      found.push_back(std::move(worst));
  }
  std::ranges::stable_sort(found, [](const LoopCarriedCycle &a, const LoopCarriedCycle &b) {
    return b.per_iteration() < a.per_iteration();
  });
  return found;
}

} // namespace

std::vector<LoopCarriedCycle> loop_carried_dependencies(const DependencyGraph &graph) {
  if (const std::int64_t denominator = common_denominator(graph); denominator != 0)
    return worst_cycles<std::int64_t>(
        graph, [denominator](const Dependency &edge, Cycles ratio) { return scaled_weight(edge, ratio, denominator); });
  return worst_cycles<Cycles>(
      graph, [](const Dependency &edge, Cycles ratio) { return edge.cycles - ratio * Cycles(edge.distance); });
}

namespace {

CarrierAddress address_of(const MemoryOperand &memory) {
  return {.base = memory.base ? memory.base->name : "",
          .index = memory.index ? memory.index->name : "",
          .scale = memory.scale,
          .displacement = memory.displacement,
          .symbol = memory.symbol};
}

} // namespace

Carrier carrier_of(const PassedThrough &via, const Kernel &kernel) {
  if (via.part == PassedThrough::Part::nothing)
    return {};
  const Operand &operand = kernel.instructions[at(via.instruction)].operands[at(via.operand)];
  const MemoryOperand *memory = as_memory(operand);
  switch (via.part) {
  case PassedThrough::Part::nothing: break;
  case PassedThrough::Part::reg: return CarrierRegister{as_register(operand)->name};
  case PassedThrough::Part::base: return CarrierRegister{memory->base->name};
  case PassedThrough::Part::index: return CarrierRegister{memory->index->name};
  case PassedThrough::Part::address: return address_of(*memory);
  }
  return {};
}

} // namespace osaca
