#include "analysis/bounds/critical_path.h"

#include <algorithm>

namespace osaca {
namespace {

struct ValueTimes {
  Indexed<ValueNode, Cycles> ready;
  Indexed<ValueNode, EdgeIndex> last_input; ///< none: the node waits for nothing of its iteration
};

/// Nodes are in program order, so each one's producers are done before it.
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

} // namespace osaca
