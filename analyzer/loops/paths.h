// The paths of an iteration: from blocks to the graph that they are paths through, counted without listing them, and
// listed only as far as asked.
#pragma once

#include "base/index.h"
#include "loops/flow_graph.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

// Paths through an acyclic graph, counted without listing them and listed only as far as asked: the likely ones first.
//
// A loop body with n diamonds has 2^n paths. Counting them, and adding up their probabilities, are sums over successors
// in postorder, linear in the edges. Listing follows only nodes from which the end can still be reached, and always
// goes on where the best way to the end is: so each path costs its own length.

struct PathNode;
using PathNodeIndex = Index<PathNode>;

/// In place of a successor: the iteration is complete.
constexpr PathNodeIndex path_end{};

struct PathNode {
  std::vector<PathNodeIndex> successors;  ///< in order of preference, should they be equally likely
  int size = 0;                           ///< instructions in it, for the limit below
  std::vector<double> probabilities = {}; ///< of going on with each of the successors, 0 to 1; empty: not known
};

struct PathGraph {
  Indexed<PathNode> nodes;
  PathNodeIndex entry{0};

  /// Each node with several successors knows how likely they are. If not, no path is likelier than another.
  [[nodiscard]] bool knows_probabilities() const;
};

struct PathLimits {
  int paths = 8;                     ///< at least one path is always listed
  std::int64_t instructions = 50000; ///< in all listed paths together, beyond the first
  double share = 1;                  ///< paths behind those that together are that likely are not listed
  double least_probability = 0;      ///< nor, behind the likeliest, what is less likely than this and than half of it
};

struct Path {
  std::vector<PathNodeIndex> nodes;
  std::vector<int> choices; ///< choices[i]: which of the successors of nodes[i] was followed
  double probability = 0;   ///< among all paths to the end, from 0 to 1; 0 where probabilities are not known
};

struct PathSet {
  std::vector<Path> paths; ///< the likeliest first; of equally likely ones, and where nobody knows, in lexical
                           ///< order of the choices
  std::uint64_t total = 0; ///< how many there are; the largest value means "or more"
  Indexed<PathNode, char> is_decision; ///< more than one of its successors leads to the end
};

/// Edges that would close a cycle (those that a depth-first walk from the entry finds going back up) are not followed.
[[nodiscard]] PathSet find_paths(const PathGraph &graph, const PathLimits &limits);

// From blocks to the graph whose paths are iterations.
//
// An innermost loop needs no more than its body: the edges back to the header end the iteration, edges out of it are
// not part of any. Where loops lie inside (an outer loop, a marked region with lead-in, loop and tail), each is run
// through exactly once: its closing edges go, and what stays of its exits are those of its closing blocks. A loop that
// is left at its top, closed by a plain jump, leaves from that jump instead.
//
//     lead-in -> head -> body -> jump to head         lead-in -> head -> body -> jump
//                 \-> tail                                                        \-> tail

struct RouteGraph {
  PathGraph paths;
  Indexed<PathNode, BlockIndex> blocks;
  Indexed<PathNode, std::vector<FlowEdge::Kind>> kinds; ///< of the edges to each node's successors
  Indexed<PathNode, char> is_inner = {};                ///< it lies in one of the loops inside; empty: there are none
  bool has_inner_loops = false;
  bool ends_at_entry = true; ///< the end of a path is the entry again
};

/// One iteration of an innermost loop; `body` begins with the header.
[[nodiscard]] RouteGraph iteration_routes(const FlowGraph &graph, const std::vector<BlockIndex> &body);

enum class RouteEnd {
  back_to_entry, ///< an edge to the entry completes the iteration
  run_off,       ///< running off the end of the stretch does
};

/// From `entry` through a stretch, each loop inside it once. Empty: nested too deeply to follow.
[[nodiscard]] std::optional<RouteGraph> once_through_routes(const FlowGraph &graph, BlockIndex entry, RouteEnd end);

} // namespace osaca
