// Values that depend on each other, directly or through other values.
#pragma once

#include "analysis/graph/dependency_graph.h"
#include "base/index.h"

#include <numeric>
#include <ranges>
#include <span>
#include <vector>

namespace osaca {

/// All things of a kind by group. Each group is in ascending order.
template <class Thing> class Groups {
public:
  /// `group_of(index)` is -1 for things that belong to no group.
  template <class Item, class GroupOf>
  Groups(std::size_t group_count, const Indexed<Thing, Item> &things, GroupOf group_of) : first_(group_count + 1) {
    for (const Index<Thing> index : things.indices())
      if (const int group = group_of(index); group >= 0)
        ++first_[at(group)];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    members_.resize(at(first_.back()));
    // So far, first_ has the end of each group. It moves to the beginning.
    for (const Index<Thing> index : std::views::reverse(things.indices()))
      if (const int group = group_of(index); group >= 0)
        members_[at(--first_[at(group)])] = index;
  }
  [[nodiscard]] std::span<Index<Thing>> of(std::size_t group) {
    return std::span(members_).subspan(at(first_[group]), at(first_[group + 1] - first_[group]));
  }

private:
  std::vector<int> first_;
  std::vector<Index<Thing>> members_;
};

/// Strongly connected components, by Tarjan's algorithm without recursion.
class Components {
public:
  explicit Components(const DependencyGraph &graph);

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] int of(NodeIndex node) const { return state_[node].component; }
  /// The component that the edge is part of; -1: none.
  [[nodiscard]] int of(const Dependency &edge) const { return of(edge.from) == of(edge.to) ? of(edge.from) : -1; }

private:
  struct NodeState {
    int order = -1;
    int low = 0;
    int component = -1;    ///< -1 while it is on the stack
    std::size_t edges = 0; ///< that were followed
    NodeIndex previous;    ///< the node from which it was entered
    NodeIndex below;       ///< the next node on the stack
  };

  void enter(NodeIndex node, NodeIndex previous);
  void visit(NodeIndex root);
  /// All nodes on the stack down to `node` form one component.
  void close(NodeIndex node);

  const DependencyGraph &graph_;
  Groups<Dependency> outgoing_;
  Indexed<ValueNode, NodeState> state_;
  NodeIndex top_; ///< of the stack
  int next_order_ = 0;
  int count_ = 0;
};

} // namespace osaca
