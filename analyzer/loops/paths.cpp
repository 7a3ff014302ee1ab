#include "loops/paths.h"

#include <limits>

namespace osaca {
namespace {

using Count = std::uint64_t;
constexpr Count many = std::numeric_limits<Count>::max();

Count saturating_sum(Count a, Count b) { return a > many - b ? many : a + b; }

enum class Visit : char { unseen, open, done };

/// Number of paths from each node to the end. An edge to an open node closes a cycle; it is replaced by `dropped`, so
/// that what was counted is what will be listed.
struct Counting {
  static constexpr PathNodeIndex dropped{-2};

  Indexed<PathNode> nodes;
  Indexed<PathNode, Count> count;

  explicit Counting(const PathGraph &graph) : nodes(graph.nodes), count(graph.nodes.size(), 0) {
    Indexed<PathNode, Visit> marks(nodes.size(), Visit::unseen);
    struct Frame {
      PathNodeIndex node;
      std::size_t next;
    };
    std::vector<Frame> stack{{graph.entry, 0}};
    marks[graph.entry] = Visit::open;
    while (!stack.empty()) {
      Frame &frame = stack.back();
      auto &edges = nodes[frame.node].successors;
      if (frame.next == edges.size()) {
        marks[frame.node] = Visit::done;
        count[frame.node] = sum_over(edges);
        stack.pop_back();
        continue;
      }
      PathNodeIndex &target = edges[frame.next++];
      if (!target.exists())
        continue;
      if (marks[target] == Visit::open) {
        target = dropped;
      } else if (marks[target] == Visit::unseen) {
        marks[target] = Visit::open;
        stack.push_back({target, 0});
      }
    }
  }

  [[nodiscard]] Count from(PathNodeIndex target) const {
    if (target == path_end)
      return 1;
    return target.exists() ? count[target] : 0;
  }

private:
  [[nodiscard]] Count sum_over(const std::vector<PathNodeIndex> &edges) const {
    Count sum = 0;
    for (const PathNodeIndex target : edges)
      sum = saturating_sum(sum, from(target));
    return sum;
  }
};

/// The choice at `node`, from `first` on, that still leads to the end; -1: none.
int next_choice(const Counting &counting, PathNodeIndex node, int first) {
  const auto &edges = counting.nodes[node].successors;
  for (int choice = first; choice < static_cast<int>(edges.size()); ++choice)
    if (counting.from(edges[at(choice)]) > 0)
      return choice;
  return -1;
}

/// Extends a path by first choices until its end.
void complete(const Counting &counting, Path &path, PathNodeIndex node) {
  while (node != path_end) {
    const int choice = next_choice(counting, node, 0);
    path.nodes.push_back(node);
    path.choices.push_back(choice);
    node = counting.nodes[node].successors[at(choice)];
  }
}

/// The next path in lexical order: the last node with another choice left takes it. False: there is none.
bool advance(const Counting &counting, Path &path) {
  while (!path.nodes.empty()) {
    const PathNodeIndex node = path.nodes.back();
    const int choice = next_choice(counting, node, path.choices.back() + 1);
    if (choice >= 0) {
      path.choices.back() = choice;
      complete(counting, path, counting.nodes[node].successors[at(choice)]);
      return true;
    }
    path.nodes.pop_back();
    path.choices.pop_back();
  }
  return false;
}

std::int64_t size_of(const PathGraph &graph, const Path &path) {
  std::int64_t size = 0;
  for (const PathNodeIndex node : path.nodes)
    size += graph.nodes[node].size;
  return size;
}

} // namespace

PathSet find_paths(const PathGraph &graph, const PathLimits &limits) {
  PathSet set;
  if (graph.nodes.empty())
    return set;
  const Counting counting(graph);
  set.total = counting.from(graph.entry);
  for (const PathNodeIndex node : graph.nodes.indices()) {
    const int first = next_choice(counting, node, 0);
    set.is_decision.push_back(first >= 0 && next_choice(counting, node, first + 1) >= 0);
  }
  if (set.total == 0)
    return set;
  Path path;
  complete(counting, path, graph.entry);
  std::int64_t instructions = size_of(graph, path);
  set.paths.push_back(path);
  while (static_cast<int>(set.paths.size()) < limits.paths && advance(counting, path)) {
    instructions += size_of(graph, path);
    if (instructions > limits.instructions)
      break;
    set.paths.push_back(path);
  }
  return set;
}

} // namespace osaca
