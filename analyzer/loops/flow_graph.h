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
// Edges follow from labels and branches. The order of the input matters only for fall-through: the assembler places the
// parts of a section one after the other, so an instruction falls through to the next instruction of the same section,
// even if other sections are in between.

struct BasicBlock;
using BlockIndex = Index<BasicBlock>;

/// An edge from the end of a block to the beginning of another one.
struct FlowEdge {
  enum class Kind {
    falls,    ///< the branch is not taken, or the block does not end in a branch
    taken,    ///< direct branch
    indirect, ///< through a register or table; the target is guessed from the layout of the code
  };
  BlockIndex block;
  Kind kind = Kind::falls;
  std::optional<double> probability = {}; ///< that control follows this edge, from 0 to 1; empty: unknown
};

struct BasicBlock {
  int first = 0; ///< indices into FlowGraph::code, inclusive
  int last = 0;
  std::string label; ///< the label by which a branch refers to the block, or else its first label; may be empty
  std::vector<FlowEdge> successors; ///< distinct blocks; the fall-through block comes first
  bool starts_function = false;
  int call = -1;          ///< index into FlowGraph::calls: the block is a copy of code of this callee; -1: not a copy
  bool runs_off = false;  ///< control leaves the range at its end, by falling through or by a branch to that position
  bool is_of_run = false; ///< belongs to a counted loop that was replaced by copies of its body
  bool ends_run = false;  ///< a copy of a loop's last block, and the loop ends here after at least three iterations
};

/// A call in a graph whose calls were followed (expand_calls()).
struct CallSite {
  int code = 0;       ///< index into FlowGraph::code
  std::string callee; ///< symbol of the callee; "": called through a pointer
  CallStatus status = CallStatus::followed;
  int caller = -1; ///< index into FlowGraph::calls: the call whose callee contains this one; -1: the loop itself
};

struct FlowGraph {
  std::vector<StatementIndex> code; ///< the instructions in input order, followed by those of copied blocks
  Indexed<BasicBlock> blocks;
  std::vector<BlockIndex> block_of; ///< per entry of `code`
  std::vector<CallSite> calls = {}; ///< empty before expand_calls()

  [[nodiscard]] int size_of(BlockIndex block) const { return blocks[block].last - blocks[block].first + 1; }
};

/// How a statement relates to the range under analysis.
enum class Membership {
  inside,
  outside,     ///< control that reaches it leaves the range
  transparent, ///< ignored, as if it were not there (marker instructions)
};

/// The range of statements for which a flow graph is built.
struct FlowScope {
  StatementIndex begin; ///< statements [begin, end)
  StatementIndex end;
  std::function<Membership(StatementIndex)> member; ///< called for instructions only; empty: all are inside
  std::vector<StatementIndex> leaders;              ///< statements that must begin a block
};

[[nodiscard]] FlowGraph flow_graph(const ParsedUnit &unit, const FlowScope &scope);
[[nodiscard]] FlowScope whole(const ParsedUnit &unit);
/// The whole unit without code that is present only because a loop calls it (ParsedUnit::callees_begin).
[[nodiscard]] FlowScope without_callees(const ParsedUnit &unit);

/// Whether control never continues after this instruction: a return, a trap, or a call of a function that never
/// returns.
[[nodiscard]] bool ends_flow(const Instruction &instruction);

/// Whether functions of this name are known never to return.
[[nodiscard]] bool never_returns(std::string_view name);

/// The symbol that a call or a jump names, without a suffix such as "@PLT"; "": through a pointer or a table.
[[nodiscard]] std::string_view callee_of(const Instruction &call);

// The loops of a flow graph and their nesting.
//
// The algorithm is Havlak's. A depth-first walk numbers the blocks, and an edge to an ancestor closes a loop, whose
// header is that ancestor. From the last header to the first, each header collects the blocks that reach its closing
// edges; inner loops are collected as a whole (union-find). The run time is nearly linear, whereas iterative dominators
// take quadratic time for a long sequence of exits to one block. In a reducible graph, the result is that of natural
// loops. If a loop has several entries, its header is the entry that the walk reaches first. (P. Havlak, Nesting of
// Reducible and Irreducible Loops, TOPLAS 19(4), 1997.)

struct Loop;
using LoopIndex = Index<Loop>;

/// A loop of a flow graph. LoopForest says which blocks belong to it.
struct Loop {
  BlockIndex header;
  LoopIndex parent; ///< the enclosing loop
  bool is_innermost = true;
  std::vector<BlockIndex> latches; ///< blocks with an edge to the header from inside, ascending
  int order = 0;                   ///< index in a preorder walk of the loop nest
  int last_inner = 0;              ///< the largest `order` of the loops inside it
};

/// All loops of a flow graph.
class LoopForest {
public:
  Indexed<Loop> loops;                          ///< sorted by header, in input order
  Indexed<BasicBlock, LoopIndex> loop_of_block; ///< the innermost loop that contains each block

  [[nodiscard]] bool contains(LoopIndex loop, BlockIndex block) const;
  /// The loops that contain no other loop.
  [[nodiscard]] std::vector<LoopIndex> innermost() const;
};

/// `entry` is the block at which control enters. If it is not given, control enters at the first block of each
/// function, and at blocks that no other block leads to.
[[nodiscard]] LoopForest find_loops(const FlowGraph &graph, BlockIndex entry = {});

/// The blocks of all loops of a flow graph.
class LoopBlocks {
public:
  LoopBlocks(const FlowGraph &graph, const LoopForest &forest);

  /// The header first, then the others in input order, but those of inner loops after those of the loop itself. The
  /// time is proportional to their number.
  [[nodiscard]] std::vector<BlockIndex> of(LoopIndex loop) const;
  /// The number of instructions in these blocks.
  [[nodiscard]] int size(LoopIndex loop) const { return sizes_[at(loops_[loop].order)]; }

private:
  Indexed<Loop> loops_;
  std::vector<std::vector<BlockIndex>> own_; ///< by Loop::order, without those of inner loops
  std::vector<int> sizes_;                   ///< by Loop::order
};

} // namespace osaca
