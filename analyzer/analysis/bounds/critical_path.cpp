#include "analysis/bounds/critical_path.h"

#include <algorithm>

namespace osaca {

CriticalPath critical_path(const DependencyGraph &graph) {
  const std::size_t count = graph.nodes.size();
  std::vector<std::vector<int>> incoming(count);
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    if (graph.edges[e].distance == 0)
      incoming[static_cast<std::size_t>(graph.edges[e].to)].push_back(static_cast<int>(e));

  // Nodes are in program order, so each one's producers are done before it.
  std::vector<Cycles> finish(count);
  std::vector<int> best_edge(count, -1);
  for (std::size_t n = 0; n < count; ++n) {
    finish[n] = graph.nodes[n].entry_cycles;
    for (int e : incoming[n]) {
      const Dependency &edge = graph.edges[static_cast<std::size_t>(e)];
      const Cycles through = finish[static_cast<std::size_t>(edge.from)] + edge.cycles;
      if (finish[n] < through || (finish[n] == through && best_edge[n] < 0)) {
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
  int node = static_cast<int>(last - finish.begin());
  path.nodes.push_back(node);
  while (best_edge[static_cast<std::size_t>(node)] >= 0) {
    const int e = best_edge[static_cast<std::size_t>(node)];
    path.edges.push_back(e);
    node = graph.edges[static_cast<std::size_t>(e)].from;
    path.nodes.push_back(node);
  }
  std::reverse(path.nodes.begin(), path.nodes.end());
  std::reverse(path.edges.begin(), path.edges.end());
  return path;
}

} // namespace osaca
