// From blocks to the graph whose paths are iterations.
//
// An innermost loop needs no more than its body: the edges back to the header end the iteration, edges out of it are
// not part of any. Where loops lie inside (an outer loop, a marked region with lead-in, loop and tail), each is run
// through exactly once: its closing edges go, and what stays of its exits are those of its closing blocks. A loop that
// is left at its top, closed by a plain jump, leaves from that jump instead.
//
//     lead-in -> head -> body -> jump to head         lead-in -> head -> body -> jump
//                 \-> tail                                                        \-> tail
#pragma once

#include "loops/flow_graph.h"
#include "loops/loop_nest.h"
#include "loops/paths.h"

#include <optional>
#include <vector>

namespace osaca {

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
