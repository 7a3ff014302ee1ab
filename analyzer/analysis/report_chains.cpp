#include "analysis/report_chains.h"

#include "base/index.h"

namespace osaca {
namespace {

/// A chain for the report: one link per instruction, in order. Internal edges are part of their instruction's link.
DependencyChain chain_of(const Kernel &kernel, const DependencyGraph &graph, const std::vector<EdgeIndex> &edges) {
  DependencyChain chain;
  for (const EdgeIndex e : edges) {
    const Dependency &edge = graph.edges[e];
    const int consumer = graph.nodes[edge.to].instruction;
    const int producer = graph.nodes[edge.from].instruction;
    chain.cycles += edge.cycles;
    // The latency of an edge belongs to its consumer.
    if (!chain.links.empty() && edge.kind == DependencyKind::internal && chain.links.back().instruction == consumer) {
      chain.links.back().cycles += edge.cycles;
      continue;
    }
    if (!chain.links.empty() && chain.links.back().instruction == producer) {
      chain.links.back().via = carrier_of(edge.via, kernel);
      chain.links.back().through_memory = edge.kind == DependencyKind::memory;
      chain.links.back().crosses_iteration = edge.distance > 0;
    }
    ChainLink link;
    link.instruction = consumer;
    link.cycles = edge.cycles;
    chain.links.push_back(std::move(link));
  }
  return chain;
}

} // namespace

DependencyChain report_chain(const LoopCarriedCycle &cycle, const DependencyGraph &graph, const Kernel &kernel) {
  DependencyChain chain = chain_of(kernel, graph, cycle.edges);
  chain.iterations = cycle.iterations;
  // The last instruction closes the cycle through the first edge.
  if (!chain.links.empty()) {
    const Dependency &first = graph.edges[cycle.edges.front()];
    if (first.kind == DependencyKind::internal && chain.links.size() > 1 &&
        chain.links.front().instruction == chain.links.back().instruction) {
      chain.links.front().cycles += chain.links.back().cycles;
      chain.links.pop_back();
    } else {
      chain.links.back().via = carrier_of(first.via, kernel);
      chain.links.back().through_memory = first.kind == DependencyKind::memory;
      chain.links.back().crosses_iteration = first.distance > 0;
    }
  }
  return chain;
}

DependencyChain report_chain(const CriticalPath &path, const DependencyGraph &graph, const Kernel &kernel) {
  DependencyChain chain;
  if (path.nodes.empty())
    return chain;
  const ValueNode &start = graph.nodes[path.nodes.front()];
  ChainLink first;
  first.instruction = start.instruction;
  first.cycles = start.entry_cycles;
  DependencyChain rest = chain_of(kernel, graph, path.edges);
  const Dependency *edge = path.edges.empty() ? nullptr : &graph.edges[path.edges.front()];
  if (edge && edge->kind == DependencyKind::internal) {
    rest.links.front().cycles += first.cycles;
  } else {
    if (edge) {
      first.via = carrier_of(edge->via, kernel);
      first.through_memory = edge->kind == DependencyKind::memory;
    }
    rest.links.insert(rest.links.begin(), first);
  }
  rest.cycles = path.cycles;
  return rest;
}

} // namespace osaca
