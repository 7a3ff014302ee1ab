// The flow graph of a stretch of instructions, and the loops in it.
#pragma once

#include "base/index.h"
#include "loops/statement.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// The flow graph of a stretch of instructions: basic blocks and the edges between them.
//
// Labels and branches decide; the order of layout only says where control falls through. Sections are laid end to end
// by the assembler, so an instruction falls through to the next one of the same section, whatever stands between.

struct BasicBlock;
using BlockIndex = Index<BasicBlock>;

struct FlowEdge {
  enum class Kind {
    falls,    ///< the branch is not taken, or there is none
    taken,    ///< direct branch
    indirect, ///< through a register or table; the target is a guess from the layout
  };
  BlockIndex block;
  Kind kind = Kind::falls;
  std::optional<double> probability = {}; ///< of going this way out of its block, from 0 to 1; empty: not known
};

struct BasicBlock {
  int first = 0; ///< indices into FlowGraph::code, inclusive
  int last = 0;
  std::string label;                ///< a branch's name for it if there is one, else its first label; may be empty
  std::vector<FlowEdge> successors; ///< distinct blocks; falling through comes first
  bool starts_function = false;
  bool runs_off = false; ///< control goes on right behind the stretch: by falling through, or by a branch to there
};

struct FlowGraph {
  std::vector<StatementIndex> code; ///< the instructions, in input order
  Indexed<BasicBlock> blocks;
  std::vector<BlockIndex> block_of; ///< per entry of `code`

  [[nodiscard]] int size_of(BlockIndex block) const { return blocks[block].last - blocks[block].first + 1; }
};

/// What a statement is to the stretch under analysis.
enum class Membership {
  inside,
  outside,     ///< control that reaches it has left
  transparent, ///< not there at all (marker instructions)
};

struct FlowScope {
  StatementIndex begin; ///< statements [begin, end)
  StatementIndex end;
  std::function<Membership(StatementIndex)> member; ///< asked for instructions only; empty: all are inside
  std::vector<StatementIndex> leaders;              ///< these must start a block
};

[[nodiscard]] FlowGraph flow_graph(const ParsedUnit &unit, const FlowScope &scope);
[[nodiscard]] FlowScope whole(const ParsedUnit &unit);

/// Control does not come out behind this instruction: a return, a trap, or a call of a function known never to return.
[[nodiscard]] bool ends_flow(const Instruction &instruction);

/// A function that is known by this name never to return.
[[nodiscard]] bool never_returns(std::string_view name);

// The loops of a flow graph and how they nest.
//
// Havlak's algorithm: a depth-first walk numbers the blocks, an edge to an ancestor closes a loop at it, and going from
// the last header to the first, each collects what reaches its closing edges, whole inner loops at a time (union-find).
// Near-linear, where dominators by iteration take quadratic time on a long row of exits to one block. In a reducible
// graph the result is that of natural loops. A loop with several entries gets the one that the walk meets first as its
// header. (P. Havlak, Nesting of Reducible and Irreducible Loops, TOPLAS 19(4), 1997.)

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
