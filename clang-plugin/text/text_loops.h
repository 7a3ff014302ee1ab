// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the loops and conditional branches of one function of the verbose assembly from its sequence of blocks.
#pragma once

#include "text/machine_text.h"

namespace osaca::clang_plugin {

// The loops of one function: how they nest, which of the optimiser's loops each one is, and its lines.

struct TextJump {
  int line = 0;
  std::string target; ///< label without its dot
};

struct TextBlock {
  int first = 0;             ///< first line; 0: no block
  int last = 0;              ///< line of its last instruction; 0: it has none
  int instructions = 0;      ///< their number
  int loop = -1;             ///< the innermost loop around it, or -1
  std::string label;         ///< without its dot; "" for a block that no jump leads to
  int ir_loop = -1;          ///< the optimiser's loop in its name, or -1
  bool is_ir_header = false; ///< it is the header of that loop
  TextJump jump;             ///< the jump after a conditional branch; line 0: none
};

class TextLoops {
public:
  /// The index of the loop whose header has this label.
  int with_header(const std::string &label);

  /// `parent`: the label of the header of the enclosing loop, "" for none.
  void note_header(int loop, int line, const std::string &parent);

  /// Adds a block of a loop.
  void add(TextBlock block) { blocks_.push_back(std::move(block)); }

  [[nodiscard]] std::vector<TextLoop> finish() &&;

private:
  void nest();
  void name_after_ir_loops();
  void add_lines();
  [[nodiscard]] std::vector<int> with_outer(int loop) const;

  std::vector<TextLoop> loops_;
  std::map<std::string, int> by_header_;
  std::map<int, std::string> parents_;
  std::vector<TextBlock> blocks_;
};

// The conditional branches of one function.
//
// The code generator may generate several blocks from one block of the optimiser: `a && b` becomes two branches, a
// switch becomes many, and `sqrt` is followed by a check whether the library must be called. The names of the blocks,
// or comments on them, show which block of the optimiser they come from. So the probabilities of the optimiser's block
// can be divided among the branches (branch_likelihood.h).

/// How an instruction jumps to another block, if at all.
enum class Jump { none, conditional, unconditional };

/// Precondition: `mnemonic` is that of an instruction whose operand is the label of a block.
[[nodiscard]] Jump jump_named(std::string_view mnemonic);

/// Whether control never continues with the following instruction, as after a return, a trap or an indirect jump. Such
/// an instruction need not refer to a block.
[[nodiscard]] bool ends_block(std::string_view mnemonic);

class TextBranches {
public:
  /// `label` without its dot, "" for a block that no jump leads to.
  void start_block(std::string_view label, const BlockName &name);

  /// Marks the current block as the header of a loop.
  void note_header();

  void add_jump(Jump jump, int line, std::string_view target);

  /// Adds an instruction that may be a jump. The successors of its block count as unknown from then on.
  void add_unknown();

  /// Marks the current block as leaving the function, or as having an unknown successor.
  void add_end();

  [[nodiscard]] std::vector<TextBranch> finish() &&;

private:
  struct Block {
    std::string label;
    BlockName name;
    bool is_header = false;
    int line = 0;          ///< line of its conditional branch
    std::string target;    ///< target of that branch
    std::string otherwise; ///< target of the jump after it; "": the next block
    int branch_count = 0;
    bool is_known = true;
    bool has_end = false;
  };

  class Ways;

  std::vector<Block> blocks_;
};

} // namespace osaca::clang_plugin
