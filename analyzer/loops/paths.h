// Paths through an acyclic graph, counted without listing them and listed only as far as asked.
//
// A loop body with n diamonds has 2^n paths. Counting is a sum over successors in postorder, linear in the edges;
// listing follows only nodes from which the end can still be reached, so each path costs its own length.
#pragma once

#include "base/index.h"

#include <cstdint>
#include <vector>

namespace osaca {

struct PathNode;
using PathNodeIndex = Index<PathNode>;

/// In place of a successor: the iteration is complete.
constexpr PathNodeIndex path_end{};

struct PathNode {
  std::vector<PathNodeIndex> successors; ///< in order of preference
  int size = 0;                          ///< instructions in it, for the limit below
};

struct PathGraph {
  Indexed<PathNode> nodes;
  PathNodeIndex entry{0};
};

struct PathLimits {
  int paths = 8;                     ///< at least one path is always listed
  std::int64_t instructions = 50000; ///< in all listed paths together, beyond the first
};

struct Path {
  std::vector<PathNodeIndex> nodes;
  std::vector<int> choices; ///< choices[i]: which of the successors of nodes[i] was followed
};

struct PathSet {
  std::vector<Path> paths;             ///< in lexical order of the choices
  std::uint64_t total = 0;             ///< how many there are; the largest value means "or more"
  Indexed<PathNode, char> is_decision; ///< more than one of its successors leads to the end
};

/// Edges that would close a cycle (those that a depth-first walk from the entry finds going back up) are not followed.
[[nodiscard]] PathSet find_paths(const PathGraph &graph, const PathLimits &limits);

} // namespace osaca
