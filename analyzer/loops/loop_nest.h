// The loops of a flow graph and how they nest.
//
// Havlak's algorithm: a depth-first walk numbers the blocks, an edge to an ancestor closes a loop at it, and going from
// the last header to the first, each collects what reaches its closing edges, whole inner loops at a time (union-find).
// Near-linear, where dominators by iteration take quadratic time on a long row of exits to one block. In a reducible
// graph the result is that of natural loops. A loop with several entries gets the one that the walk meets first as its
// header. (P. Havlak, Nesting of Reducible and Irreducible Loops, TOPLAS 19(4), 1997.)
#pragma once

#include "loops/flow_graph.h"

#include <vector>

namespace osaca {

struct Loop;
using LoopIndex = Index<Loop>;

struct Loop {
  BlockIndex header;
  LoopIndex parent; ///< the loop around it
  bool is_innermost = true;
  std::vector<BlockIndex> latches; ///< blocks with an edge to the header from inside, ascending
  int order = 0;                   ///< place in a preorder walk of the nest, and
  int last_inner = 0;              ///< the largest `order` of the loops in it
};

class LoopForest {
public:
  Indexed<Loop> loops;                          ///< sorted by header: input order
  Indexed<BasicBlock, LoopIndex> loop_of_block; ///< innermost loop around each block

  [[nodiscard]] bool contains(LoopIndex loop, BlockIndex block) const;
};

/// `entry`: the block where control comes in; none: the functions' first blocks, then whatever nothing else leads to.
[[nodiscard]] LoopForest find_loops(const FlowGraph &graph, BlockIndex entry = {});

/// The blocks of each innermost loop (empty for other loops), header first, then in input order.
[[nodiscard]] Indexed<Loop, std::vector<BlockIndex>> innermost_blocks(const LoopForest &forest);

} // namespace osaca
