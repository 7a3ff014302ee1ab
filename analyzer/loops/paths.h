// The paths of an iteration: builds a graph of them from blocks, counts them without enumerating them, and lists as
// many as requested.
#pragma once

#include "base/index.h"
#include "loops/flow_graph.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

// Paths through an acyclic graph, the likely ones first.
//
// A loop body in which n if-else statements follow each other has 2^n paths. So paths are counted without listing them:
// the number of paths from a node, and the sum of their probabilities, are sums over the node's successors. The nodes
// are visited in postorder, which takes time linear in the edges. Listing follows only nodes from which the end can be
// reached, and always continues with the best remaining way to the end, so each path costs its own length.

struct PathNode;
using PathNodeIndex = Index<PathNode>;

/// Used in place of a successor: the iteration is complete.
constexpr PathNodeIndex path_end{};

struct PathNode {
  std::vector<PathNodeIndex> successors;  ///< in order of preference for equal probabilities
  int size = 0;                           ///< number of instructions, for PathLimits::instructions
  std::vector<double> probabilities = {}; ///< of each successor, from 0 to 1; empty: unknown
};

struct PathGraph {
  Indexed<PathNode> nodes;
  PathNodeIndex entry{0};

  /// Whether every node with several successors has probabilities. If only some have them, they decide the order of the
  /// paths: the successors of the other nodes are then treated as equally likely.
  [[nodiscard]] bool knows_probabilities() const;
};

/// Limits for the listed paths. Listing stops at the first one that is reached.
struct PathLimits {
  int paths = 8;                     ///< at least one path is always listed
  std::int64_t instructions = 50000; ///< in all listed paths after the first one together
  double share = 1;                  ///< listing stops when the listed paths together are this likely
  double least_probability = 0; ///< a path is not listed if it is less likely than this, and also less than half as
                                ///< likely as the likeliest path
};

/// One way from the entry to the end.
struct Path {
  std::vector<PathNodeIndex> nodes;
  std::vector<int> choices; ///< choices[i] is the index of the followed successor of nodes[i]
  double probability = 0;   ///< among all paths to the end, from 0 to 1; 0 if probabilities are unknown
};

struct PathSet {
  std::vector<Path> paths; ///< the likeliest first; if no probability is known, in lexical order of the choices
  std::uint64_t total = 0; ///< number of existing paths; the largest value means "or more"
  Indexed<PathNode, char> is_decision; ///< more than one of its successors leads to the end
};

/// Edges that would close a cycle (edges of a depth-first walk from the entry to an ancestor) are not followed.
[[nodiscard]] PathSet find_paths(const PathGraph &graph, const PathLimits &limits);

// Builds the graph whose paths are the iterations of a loop.
//
// For an innermost loop, its body is enough: edges back to the header end the iteration, and edges out of the loop
// belong to no iteration. If there are inner loops (in an outer loop, or in a marked region with lead-in, loop and
// tail), each is passed through exactly once: its closing edges, which lead back to its header, are removed. Of its
// exits, only those from blocks with a closing edge are kept. A loop that is left at its top and closed by a plain jump
// is left from that jump instead:
//
//     lead-in -> head -> body -> jump to head         lead-in -> head -> body -> jump
//                 \-> tail                                                        \-> tail

/// A path graph, and the blocks and edges that it was built from.
struct RouteGraph {
  PathGraph paths;
  Indexed<PathNode, BlockIndex> blocks;
  Indexed<PathNode, std::vector<FlowEdge::Kind>> kinds; ///< of the edges to each node's successors
  Indexed<PathNode, char> is_inner = {};                ///< it belongs to one of the inner loops; empty: there are none
  bool has_inner_loops = false;
  bool ends_at_entry = true; ///< a path ends by returning to the entry
};

/// One iteration of an innermost loop; `body` begins with the header.
[[nodiscard]] RouteGraph iteration_routes(const FlowGraph &graph, const std::vector<BlockIndex> &body);

enum class RouteEnd {
  back_to_entry, ///< an edge to the entry completes the iteration
  run_off,       ///< control that leaves the end of the range completes it
};

/// The paths from `entry` through a range, with each inner loop passed through once. Empty if loops are nested too
/// deeply to follow.
[[nodiscard]] std::optional<RouteGraph> once_through_routes(const FlowGraph &graph, BlockIndex entry, RouteEnd end);

} // namespace osaca
