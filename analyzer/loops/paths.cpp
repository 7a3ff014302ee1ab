#include "loops/paths.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace osaca {
namespace {

using Count = std::uint64_t;
constexpr Count many = std::numeric_limits<Count>::max();

Count saturating_sum(Count a, Count b) { return a > many - b ? many : a + b; }

enum class Visit : char { unseen, open, done };

/// Whether the probabilities of any branch are known.
bool knows_some(const PathGraph &graph) {
  return std::ranges::any_of(graph.nodes, [](const PathNode &node) {
    return node.successors.size() > 1 && node.probabilities.size() == node.successors.size();
  });
}

/// Number and probabilities of the paths from each node to the end. An edge to an open node closes a cycle. It is
/// replaced by `dropped`, so that the counted paths are the ones that can be listed.
class Ways {
public:
  explicit Ways(const PathGraph &graph)
      : nodes_(graph.nodes), knows_all_(graph.knows_probabilities()), ranks_(knows_some(graph)),
        count_(nodes_.size(), 0), probability_(nodes_.size(), 0), best_(nodes_.size(), 0) {
    Indexed<PathNode, Visit> marks(nodes_.size(), Visit::unseen);
    struct Frame {
      PathNodeIndex node;
      std::size_t next;
    };
    std::vector<Frame> stack{{graph.entry, 0}};
    marks[graph.entry] = Visit::open;
    while (!stack.empty()) {
      Frame &frame = stack.back();
      auto &edges = nodes_[frame.node].successors;
      if (frame.next == edges.size()) {
        marks[frame.node] = Visit::done;
        add_up(frame.node);
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

  /// Whether the probabilities of the paths are known.
  [[nodiscard]] bool knows_all() const { return knows_all_; }
  /// Whether some paths are known to be likelier than others.
  [[nodiscard]] bool ranks() const { return ranks_; }
  [[nodiscard]] const PathNode &node(PathNodeIndex index) const { return nodes_[index]; }

  /// Number of paths.
  [[nodiscard]] Count count_from(PathNodeIndex target) const { return of(count_, target, Count{1}); }
  /// Probability of reaching the end.
  [[nodiscard]] double probability_from(PathNodeIndex target) const { return of(probability_, target, 1.0); }
  /// Probability of the likeliest path.
  [[nodiscard]] double best_from(PathNodeIndex target) const { return of(best_, target, 1.0); }
  /// The same for the paths that begin with one choice. For the best choice it is exactly equal.
  [[nodiscard]] double best_by(PathNodeIndex index, std::size_t choice) const {
    return probability_of(index, choice) * best_from(nodes_[index].successors[choice]);
  }

  [[nodiscard]] double probability_of(PathNodeIndex index, std::size_t choice) const {
    const PathNode &node = nodes_[index];
    if (choice < node.probabilities.size())
      return node.probabilities[choice];
    return ranks_ ? 1.0 / static_cast<double>(node.successors.size()) : 1.0;
  }

private:
  static constexpr PathNodeIndex dropped{-2};

  template <class T> [[nodiscard]] static T of(const Indexed<PathNode, T> &values, PathNodeIndex target, T at_end) {
    if (target == path_end)
      return at_end;
    return target.exists() ? values[target] : T{0};
  }

  void add_up(PathNodeIndex index) {
    const std::vector<PathNodeIndex> &edges = nodes_[index].successors;
    for (std::size_t choice = 0; choice < edges.size(); ++choice) {
      count_[index] = saturating_sum(count_[index], count_from(edges[choice]));
      probability_[index] += probability_of(index, choice) * probability_from(edges[choice]);
      best_[index] = std::max(best_[index], best_by(index, choice));
    }
  }

  Indexed<PathNode> nodes_;
  bool knows_all_;
  bool ranks_;
  Indexed<PathNode, Count> count_;
  Indexed<PathNode, double> probability_;
  Indexed<PathNode, double> best_;
};

/// Extends the most promising prefix first, so the paths are completed in the order of their probabilities.
class LikeliestFirst {
public:
  LikeliestFirst(const Ways &ways, PathNodeIndex entry) : ways_(ways) {
    if (ways_.count_from(entry) > 0)
      open_.push({ways_.best_from(entry), 1, add_step({-1, entry, -1}), entry, next_number_++});
  }

  /// Returns false if there are no more paths.
  bool next(Path &path) {
    while (!open_.empty()) {
      const Prefix prefix = open_.top();
      open_.pop();
      if (prefix.target == path_end) {
        path = path_of(prefix);
        return true;
      }
      extend(prefix);
    }
    return false;
  }

private:
  struct Step { ///< one step of a prefix, linked back to the entry
    int previous;
    PathNodeIndex node;
    int choice; ///< the edge by which its predecessor reached it
  };
  struct Prefix {
    double promise;     ///< probability of the best path with this prefix
    double probability; ///< probability of the prefix itself
    int step;
    PathNodeIndex target;
    std::int64_t number;

    /// Order for a queue with the largest element in front. Among equal promises the newest is in front, so that ties
    /// cost only a walk.
    bool operator<(const Prefix &other) const {
      return promise != other.promise ? promise < other.promise : number < other.number;
    }
  };

  int add_step(Step step) {
    steps_.push_back(step);
    return static_cast<int>(steps_.size()) - 1;
  }

  /// The last successor is inserted first, so that the first one is in front among equals.
  void extend(const Prefix &prefix) {
    const std::vector<PathNodeIndex> &edges = ways_.node(prefix.target).successors;
    for (std::size_t choice = edges.size(); choice-- > 0;) {
      const PathNodeIndex target = edges[choice];
      if (ways_.count_from(target) == 0)
        continue;
      const double here = ways_.ranks() ? prefix.probability * ways_.probability_of(prefix.target, choice) : 1;
      open_.push({promise_of(prefix, choice, here), here, add_step({prefix.step, target, static_cast<int>(choice)}),
                  target, next_number_++});
    }
  }

  /// A prefix that continues with the best choice keeps its promise to the last bit. If the product were rounded anew
  /// at each step, the promise would sink below those of equally likely prefixes, and all of them would be extended.
  [[nodiscard]] double promise_of(const Prefix &prefix, std::size_t choice, double here) const {
    if (!ways_.ranks() || ways_.best_by(prefix.target, choice) == ways_.best_from(prefix.target))
      return prefix.promise;
    return std::min(prefix.promise, here * ways_.best_from(ways_.node(prefix.target).successors[choice]));
  }

  [[nodiscard]] Path path_of(const Prefix &prefix) const {
    Path path;
    path.probability = ways_.knows_all() ? prefix.probability : 0;
    for (int step = prefix.step; step >= 0; step = steps_[at(step)].previous) {
      if (steps_[at(step)].node != path_end)
        path.nodes.push_back(steps_[at(step)].node);
      if (steps_[at(step)].choice >= 0)
        path.choices.push_back(steps_[at(step)].choice);
    }
    std::ranges::reverse(path.nodes);
    std::ranges::reverse(path.choices);
    return path;
  }

  const Ways &ways_;
  std::vector<Step> steps_;
  std::priority_queue<Prefix> open_;
  std::int64_t next_number_ = 0;
};

bool is_decision(const Ways &ways, PathNodeIndex index) {
  const std::vector<PathNodeIndex> &edges = ways.node(index).successors;
  return std::ranges::count_if(edges, [&](PathNodeIndex target) { return ways.count_from(target) > 0; }) > 1;
}

std::int64_t size_of(const PathGraph &graph, const Path &path) {
  std::int64_t size = 0;
  for (const PathNodeIndex node : path.nodes)
    size += graph.nodes[node].size;
  return size;
}

} // namespace

bool PathGraph::knows_probabilities() const {
  return std::ranges::all_of(nodes, [](const PathNode &node) {
    return node.successors.size() < 2 || node.probabilities.size() == node.successors.size();
  });
}

PathSet find_paths(const PathGraph &graph, const PathLimits &limits) {
  PathSet set;
  if (graph.nodes.empty())
    return set;
  const Ways ways(graph);
  set.total = ways.count_from(graph.entry);
  for (const PathNodeIndex node : graph.nodes.indices())
    set.is_decision.push_back(is_decision(ways, node));
  // If the probabilities of the branches rule out every path, all paths are treated as equally likely.
  const double all = ways.probability_from(graph.entry);
  LikeliestFirst search(ways, graph.entry);
  std::int64_t instructions = 0;
  double followed = 0;
  Path path;
  while ((set.paths.empty() || static_cast<int>(set.paths.size()) < limits.paths) && search.next(path)) {
    instructions += set.paths.empty() ? 0 : size_of(graph, path);
    const bool is_enough = all > 0 && ways.knows_all() && followed >= limits.share;
    if (!set.paths.empty() && (instructions > limits.instructions || is_enough))
      break;
    path.probability = all > 0 ? std::min(1.0, path.probability / all) : 0;
    if (!set.paths.empty() && path.probability < std::min(limits.least_probability, set.paths.front().probability / 2))
      break;
    followed += path.probability;
    set.paths.push_back(path);
  }
  return set;
}

} // namespace osaca
