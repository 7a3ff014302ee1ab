// Paths through an acyclic graph, counted without listing them and listed only as far as asked.
//
// A loop body with n diamonds has 2^n paths. Counting is a sum over successors in postorder, linear in the edges;
// listing follows only nodes from which the end can still be reached, so each path costs its own length.
#pragma once

#include <cstdint>
#include <vector>

namespace osaca {

/// Nodes are 0..n-1. A successor is a node or `path_end`: the iteration is complete.
constexpr int path_end = -1;

struct PathGraph {
  std::vector<std::vector<int>> successors; ///< in order of preference
  std::vector<int> sizes;                   ///< instructions in each node, for the limit below
  int entry = 0;
};

struct PathLimits {
  int paths = 8;                     ///< at least one path is always listed
  std::int64_t instructions = 50000; ///< in all listed paths together, beyond the first
};

struct Path {
  std::vector<int> nodes;
  std::vector<int> choices; ///< choices[i]: which of successors[nodes[i]] was followed
};

struct PathSet {
  std::vector<Path> paths;       ///< in lexical order of the choices
  std::uint64_t total = 0;       ///< how many there are; the largest value means "or more"
  std::vector<char> is_decision; ///< per node: more than one of its successors leads to the end
};

/// Edges that would close a cycle (those that a depth-first walk from the entry finds going back up) are not followed.
[[nodiscard]] PathSet find_paths(const PathGraph &graph, const PathLimits &limits);

} // namespace osaca
