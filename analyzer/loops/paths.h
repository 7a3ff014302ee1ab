// The paths through an iteration: a graph of the paths is built from the blocks, and the paths in it are counted
// without listing them. As many paths as requested are then listed.
#pragma once

#include "base/index.h"
#include "loops/flow_graph.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

// Paths through an acyclic graph, the likely ones first.
//
// A loop body with n if-else statements in sequence has 2^n paths, so paths are counted without listing them: the
// number of paths from a node, and the sum of their probabilities, are sums over the node's successors. The nodes are
// visited in postorder, so the run time is linear in the number of edges. To list paths, the search visits only nodes
// from which the end can be reached, and always continues with the best remaining path to the end. The time for each
// listed path is therefore proportional to its length.

struct PathNode;
using PathNodeIndex = Index<PathNode>;

/// Used as a successor: the iteration is complete.
constexpr PathNodeIndex path_end{};

struct PathNode {
  std::vector<PathNodeIndex> successors;  ///< in order of preference for equal probabilities
  int size = 0;                           ///< number of instructions, for PathLimits::instructions
  std::vector<double> probabilities = {}; ///< the probability of each successor, from 0 to 1; empty: unknown
};

struct PathGraph {
  Indexed<PathNode> nodes;
  PathNodeIndex entry{0};

  /// Whether every node with several successors has probabilities. If only some have them, they decide the order of the
  /// paths: the successors of the other nodes are then treated as equally likely.
  [[nodiscard]] bool knows_probabilities() const;
};

/// Limits for the listed paths. Listing stops when one of them is reached.
struct PathLimits {
  int paths = 8;                     ///< at least one path is always listed
  std::int64_t instructions = 50000; ///< in all listed paths after the first one together
  double share = 1;                  ///< listing stops when the listed paths together have at least this probability
  double least_probability = 0; ///< a path is not listed if its probability is below this value, and also below half
                                ///< that of the likeliest path
};

/// One way from the entry to the end.
struct Path {
  std::vector<PathNodeIndex> nodes;
  std::vector<int> choices; ///< choices[i] is the index of the followed successor of nodes[i]
  double probability = 0;   ///< relative to all paths to the end, from 0 to 1; 0 if probabilities are unknown
};

struct PathSet {
  std::vector<Path> paths; ///< the likeliest first; if no probability is known, in lexical order of the choices
  std::uint64_t total = 0; ///< the number of existing paths; the largest possible value means "at least as many"
  Indexed<PathNode, char> is_decision; ///< whether more than one of the node's successors leads to the end
};

/// Edges that close a cycle (those that lead to an ancestor in a depth-first walk from the entry) are not followed.
[[nodiscard]] PathSet find_paths(const PathGraph &graph, const PathLimits &limits);

// Builds the graph whose paths are the iterations of a loop.
//
// For an innermost loop, only its body is needed: edges back to the header end the iteration, and edges out of the loop
// do not belong to any iteration. If there are inner loops (in an outer loop, or in a marked region with lead-in, loop
// and tail), each of them is passed through exactly once. To achieve this, its closing edges, which lead back to its
// header, are removed, and only exits from blocks with a closing edge are kept. If the exit of a loop is at its top,
// and an unconditional jump closes it, the exit is moved to that jump:
//
//     lead-in -> head -> body -> jump to head         lead-in -> head -> body -> jump
//                 \-> tail                                                        \-> tail

/// A path graph, and the blocks and edges that it was built from.
struct RouteGraph {
  PathGraph paths;
  Indexed<PathNode, BlockIndex> blocks;
  Indexed<PathNode, std::vector<FlowEdge::Kind>> kinds; ///< of the edges to each node's successors
  Indexed<PathNode, char> is_inner = {}; ///< whether the node belongs to an inner loop; empty: there are no inner loops
  bool has_inner_loops = false;
  bool ends_at_entry = true; ///< whether a path ends by returning to the entry
};

/// One iteration of an innermost loop; `body` begins with the header.
[[nodiscard]] RouteGraph iteration_routes(const FlowGraph &graph, const std::vector<BlockIndex> &body);

enum class RouteEnd {
  back_to_entry, ///< an edge to the entry completes the iteration
  run_off,       ///< control that leaves the range at its end completes the iteration
};

/// The paths from `entry` through a range, with each inner loop passed through once. Empty if loops are nested too
/// deeply.
[[nodiscard]] std::optional<RouteGraph> once_through_routes(const FlowGraph &graph, BlockIndex entry, RouteEnd end);

} // namespace osaca
