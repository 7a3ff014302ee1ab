// SPDX-License-Identifier: GPL-3.0-or-later
// The natural loops (those with a single entry) of the function whose assembly is about to be written. GCC has deleted
// its own tables of loops and blocks at this point. The constructor computes them again, and the destructor restores
// the state of the compiler.
#pragma once

#include "capture.h"
#include "front/annotated_statements.h"
#include "gcc_compat.h"
#include "gimple/loop_numbers.h"
#include "loop_fate.h"

namespace osaca::gcc {

class MachineCfg {
public:
  MachineCfg();
  ~MachineCfg();
  MachineCfg(const MachineCfg &) = delete;
  MachineCfg &operator=(const MachineCfg &) = delete;

  /// Inner loops before outer ones; without the root.
  [[nodiscard]] const std::vector<class loop *> &loops() const { return inner_first_; }

  /// Whether control can return to the block although no natural loop contains the block. The block is then on a cycle
  /// with several entries.
  [[nodiscard]] bool is_on_odd_cycle(basic_block block);

  /// Whether control can reach `to` from `from` without another iteration of the loop around both.
  [[nodiscard]] static bool leads_to(const class loop *from, const class loop *to);

  /// The loops that may run directly before `to`. They have the same outer loop as `to`. Control can get from them to
  /// `to` within one iteration of the outer loop, without running another of its inner loops.
  [[nodiscard]] static std::vector<const class loop *> just_before(const class loop *to);

  /// Whether every iteration of the loop runs through the block.
  [[nodiscard]] static bool passes_through(const class loop *loop, basic_block block);

  /// The blocks of the loop, in the order of the text.
  [[nodiscard]] static std::vector<basic_block> blocks_of(const class loop *loop);

  /// The jump to the header that more than half of the iterations end with, if there are several such jumps; else null.
  [[nodiscard]] static edge usual_way_back(const class loop *loop);

  /// The blocks between the header to which the jump leads and the jump, with both, in the order of the text.
  [[nodiscard]] static std::vector<basic_block> blocks_of_turn(edge way_back);

  /// Whether the inner loop can leave the outer one directly.
  [[nodiscard]] static bool leaves(const class loop *inner, const class loop *outer);

private:
  /// A block's first and last instruction as the compiler left them.
  struct Border {
    basic_block block;
    rtx_insn *head;
    rtx_insn *end;
  };

  void repair_block_bounds();

  std::vector<Border> stale_bounds_;
  struct loops *tree_ = nullptr;
  bool had_dominators_ = false;
  std::vector<class loop *> saved_fathers_;
  std::vector<basic_block> saved_blocks_; ///< by instruction. Null on most targets; x86 uses the blocks while it writes
                                          ///< the code for some cores
  std::vector<class loop *> inner_first_;
  std::unordered_map<int, bool> odd_cycles_; ///< by block index
};

/// The name of the function that a call instruction calls; "" if the call is indirect.
[[nodiscard]] std::string callee_of(rtx_insn *insn);

/// Whether the instruction becomes text, as opposed to a note for the compiler itself.
[[nodiscard]] bool is_real(rtx_insn *insn);

// Finds the loops in a function's machine code, and the source loop of each.
//
// Every instruction still has its source location and the calls it was inlined through, even without -g. Together
// with the compiler's loop numbers (source_loops.h), this identifies vector bodies, remainders, versioned and
// unswitched copies, inlined copies, instances of templates and the functions that OpenMP outlines. The code is not
// changed.

struct MachineLoop {
  LoopCopy source; ///< the source loop it was generated from; `source.extent` is -1 if it is unknown
  location_t place = UNKNOWN_LOCATION; ///< source location of its first instruction that has one
  /// The annotated statements whose code became this loop. There may be several if they call its function.
  std::vector<StatementSite> statements;
  /// Where a loop of an annotated statement is written, if its source loop is unknown: the innermost function that
  /// nearly all of its instructions come from.
  tree written_in = NULL_TREE;
  location_t written_at = UNKNOWN_LOCATION;
  int parent = -1; ///< index of the enclosing machine loop, or -1
  bool innermost = true;
  bool works_itself = true;   ///< innermost, or at least as many instructions outside its inner loops as inside
  bool is_joined = false;     ///< its code belongs to the loop inside it, which is the same source loop
  int vectorised_bits = 0;    ///< width of the vectors that the vectoriser generated in it; 0: none
  int source_iterations = 0;  ///< iterations of the source loop per iteration of this one; 0: unknown
  std::string not_vectorised; ///< the compiler's reason why it is not vectorised; "": unknown, or it is vectorised
  capture::LoopNest nest;
  capture::LoopFrequency frequency;
  capture::LoopRole role = capture::LoopRole::plain;
  int part = 0;  ///< which of the loops that the front end generated for one statement, from 1; 0: it is the only one
  int parts = 0; ///< the number of these loops
  std::vector<std::vector<int>> blocks; ///< the UIDs of each block's instructions; the header comes first
};

using vanish::Remains;

/// What is left of an annotated statement in a function.
struct StatementRemains {
  Remains remains;
  bool has_inlined = false; ///< also code of functions that were inlined
};

struct FunctionLoops {
  std::vector<MachineLoop> loops;
  std::map<LoopCopy, Remains> remains;
  std::map<StatementCopy, StatementRemains> statements;
};

/// Analyses `cfun` just before its text is written, without changing it.
[[nodiscard]] FunctionLoops find_machine_loops(LoopExtents &extents, AnnotatedStatements &statements,
                                               InlineContexts &contexts, const LoopNumbers &numbers);

} // namespace osaca::gcc
