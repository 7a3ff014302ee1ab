#include "analysis/graph/components.h"

#include <algorithm>

namespace osaca {

Components::Components(const DependencyGraph &graph)
    : graph_(graph),
      outgoing_(graph.nodes.size(), graph.edges, [&](EdgeIndex e) { return graph.edges[e].from.number; }),
      state_(graph.nodes.size()) {
  for (const NodeIndex root : state_.indices())
    if (state_[root].order < 0)
      visit(root);
}

void Components::enter(NodeIndex node, NodeIndex previous) {
  state_[node] = {next_order_, next_order_, -1, 0, previous, top_};
  ++next_order_;
  top_ = node;
}

void Components::visit(NodeIndex root) {
  enter(root, {});
  for (NodeIndex node = root; node.exists();) {
    NodeState &own = state_[node];
    const std::span<const EdgeIndex> outgoing = outgoing_.of(at(node.number));
    if (own.edges < outgoing.size()) {
      const NodeIndex target = graph_.edges[outgoing[own.edges++]].to;
      if (state_[target].order < 0) {
        enter(target, node);
        node = target;
      } else if (state_[target].component < 0) {
        own.low = std::min(own.low, state_[target].order);
      }
      continue;
    }
    if (own.low == own.order)
      close(node);
    node = own.previous;
    if (node.exists())
      state_[node].low = std::min(state_[node].low, own.low);
  }
}

void Components::close(NodeIndex node) {
  for (NodeIndex member; member != node;) {
    member = top_;
    top_ = state_[member].below;
    state_[member].component = count_;
  }
  ++count_;
}

} // namespace osaca
