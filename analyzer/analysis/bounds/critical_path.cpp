#include "analysis/bounds/critical_path.h"

#include <algorithm>

namespace osaca {

CriticalPath critical_path(const DependencyGraph &graph) {
  const std::size_t count = graph.nodes.size();
  Indexed<ValueNode, std::vector<EdgeIndex>> incoming(count);
  for (const EdgeIndex e : graph.edges.indices())
    if (graph.edges[e].distance == 0)
      incoming[graph.edges[e].to].push_back(e);

  // Nodes are in program order, so each one's producers are done before it.
  Indexed<ValueNode, Cycles> finish(count);
  Indexed<ValueNode, EdgeIndex> best_edge(count);
  for (const NodeIndex n : graph.nodes.indices()) {
    finish[n] = graph.nodes[n].entry_cycles;
    for (const EdgeIndex e : incoming[n]) {
      const Dependency &edge = graph.edges[e];
      const Cycles through = finish[edge.from] + edge.cycles;
      if (finish[n] < through || (finish[n] == through && !best_edge[n].exists())) {
        finish[n] = through;
        best_edge[n] = e;
      }
    }
  }

  CriticalPath path;
  if (count == 0)
    return path;
  const auto last = std::max_element(finish.begin(), finish.end());
  path.cycles = *last;
  NodeIndex node{static_cast<int>(last - finish.begin())};
  path.nodes.push_back(node);
  while (best_edge[node].exists()) {
    const EdgeIndex e = best_edge[node];
    path.edges.push_back(e);
    node = graph.edges[e].from;
    path.nodes.push_back(node);
  }
  std::reverse(path.nodes.begin(), path.nodes.end());
  std::reverse(path.edges.begin(), path.edges.end());
  return path;
}

} // namespace osaca
