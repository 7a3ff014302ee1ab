// The flow graph of a range of instructions, and its loops.
#pragma once

#include "base/called_function.h"
#include "base/index.h"
#include "loops/statement.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// The flow graph: basic blocks and the edges between them.
//
// Edges follow from labels and branches. The order of the input only determines where control falls through. The
// assembler places the parts of a section one after the other, so an instruction falls through to the next one of the
// same section, even if other sections are in between.

struct BasicBlock;
using BlockIndex = Index<BasicBlock>;

/// An edge from the end of a block to the beginning of another one.
struct FlowEdge {
  enum class Kind {
    falls,    ///< the branch is not taken, or the block does not end in a branch
    taken,    ///< direct branch
    indirect, ///< through a register or table; the target is a guess from the layout
  };
  BlockIndex block;
  Kind kind = Kind::falls;
  std::optional<double> probability = {}; ///< that this edge is followed, from 0 to 1; empty: unknown
};

struct BasicBlock {
  int first = 0; ///< indices into FlowGraph::code, inclusive
  int last = 0;
  std::string label;                ///< the label by which a branch names it, else its first label; may be empty
  std::vector<FlowEdge> successors; ///< distinct blocks; the one it falls through to comes first
  bool starts_function = false;
  int call = -1;         ///< index into FlowGraph::calls: a copy of code of this callee; -1: not a copy
  bool runs_off = false; ///< control continues right after the range, by falling through or by a branch to there
};

/// A call in a graph whose calls were followed (expand_calls()).
struct CallSite {
  int code = 0;       ///< index into FlowGraph::code
  std::string callee; ///< its symbol; "": called through a pointer
  CallStatus status = CallStatus::followed;
  int caller = -1; ///< index into FlowGraph::calls: the call whose callee makes this one; -1: the loop itself
};

struct FlowGraph {
  std::vector<StatementIndex> code; ///< the instructions, in input order; followed by those of copied blocks
  Indexed<BasicBlock> blocks;
  std::vector<BlockIndex> block_of; ///< per entry of `code`
  std::vector<CallSite> calls = {}; ///< empty before expand_calls()

  [[nodiscard]] int size_of(BlockIndex block) const { return blocks[block].last - blocks[block].first + 1; }
};

/// How a statement relates to the range under analysis.
enum class Membership {
  inside,
  outside,     ///< control that reaches it leaves the range
  transparent, ///< ignored, as if it were absent (marker instructions)
};

/// The range of statements that a flow graph is built for.
struct FlowScope {
  StatementIndex begin; ///< statements [begin, end)
  StatementIndex end;
  std::function<Membership(StatementIndex)> member; ///< called for instructions only; empty: all are inside
  std::vector<StatementIndex> leaders;              ///< statements that must begin a block
};

[[nodiscard]] FlowGraph flow_graph(const ParsedUnit &unit, const FlowScope &scope);
[[nodiscard]] FlowScope whole(const ParsedUnit &unit);
/// Without the code that is only there to be called.
[[nodiscard]] FlowScope without_callees(const ParsedUnit &unit);

/// Control does not continue after this instruction: a return, a trap, or a call of a function that never returns.
[[nodiscard]] bool ends_flow(const Instruction &instruction);

/// Whether functions of this name are known never to return.
[[nodiscard]] bool never_returns(std::string_view name);

/// The symbol that a call or a jump names, without a suffix such as "@PLT"; "": through a pointer or a table.
[[nodiscard]] std::string_view callee_of(const Instruction &call);

// The loops of a flow graph and their nesting.
//
// This is Havlak's algorithm. A depth-first walk numbers the blocks, and an edge to an ancestor closes a loop at that
// ancestor, the header. From the last header to the first, each header collects the blocks that reach its closing
// edges; inner loops are collected as a whole (union-find). The time is nearly linear, whereas iterative dominators
// take quadratic time for a long row of exits to one block. In a reducible graph the result is that of natural loops.
// If a loop has several entries, its header is the one that the walk reaches first. (P. Havlak, Nesting of Reducible
// and Irreducible Loops, TOPLAS 19(4), 1997.)

struct Loop;
using LoopIndex = Index<Loop>;

/// A loop of a flow graph. Its blocks are found with LoopForest.
struct Loop {
  BlockIndex header;
  LoopIndex parent; ///< the enclosing loop
  bool is_innermost = true;
  std::vector<BlockIndex> latches; ///< blocks with an edge to the header from inside, ascending
  int order = 0;                   ///< index in a preorder walk of the nest
  int last_inner = 0;              ///< the largest `order` of the loops inside it
};

/// All loops of a flow graph.
class LoopForest {
public:
  Indexed<Loop> loops;                          ///< sorted by header: input order
  Indexed<BasicBlock, LoopIndex> loop_of_block; ///< innermost loop around each block

  [[nodiscard]] bool contains(LoopIndex loop, BlockIndex block) const;
};

/// `entry` is the block where control enters. Without it, control enters at the first blocks of functions, and at
/// blocks that are reached from no other block.
[[nodiscard]] LoopForest find_loops(const FlowGraph &graph, BlockIndex entry = {});

/// The blocks of each innermost loop (empty for other loops), header first, then in input order.
[[nodiscard]] Indexed<Loop, std::vector<BlockIndex>> innermost_blocks(const LoopForest &forest);

} // namespace osaca
