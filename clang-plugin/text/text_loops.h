// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops and conditional branches of one function of the verbose assembly, found from its blocks in their order.
#pragma once

#include "text/machine_text.h"

namespace osaca::clang_plugin {

// The loops of one function of the verbose assembly, from its blocks in their order: how they nest, which of the
// optimiser's loops each one is, and its lines.

struct TextJump {
  int line = 0;
  std::string target; ///< label without its dot
};

struct TextBlock {
  int first = 0;             ///< line; 0: no block
  int last = 0;              ///< line of its last instruction; 0: it has none
  int loop = -1;             ///< the innermost one around it, or -1
  std::string label;         ///< without its dot; "" for a block that nothing jumps to
  int ir_loop = -1;          ///< the optimiser's loop that its name tells, or -1
  bool is_ir_header = false; ///< of that loop
  TextJump jump;             ///< behind a conditional branch; line 0: none
};

class TextLoops {
public:
  /// The index of the loop that begins at the label.
  int with_header(const std::string &label);

  /// `parent`: the label of the header of the loop around it, "" for none.
  void note_header(int loop, int line, const std::string &parent);

  /// A block of a loop.
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

// The conditional branches of one function of the verbose assembly, from its blocks in their order.
//
// The code generator makes several blocks of one of the optimiser's: `a && b` is two branches, a switch many, and
// behind `sqrt` there is a check whether the library has to be called. Their names, or comments on them, tell where
// they come from, so that what the optimiser knew of the one block can be shared out among the branches
// (branch_likelihood.h).

/// What of a line of the assembly goes to a block.
enum class Jump { none, conditional, unconditional };

/// `mnemonic` of an instruction that names the label of a block.
[[nodiscard]] Jump jump_named(std::string_view mnemonic);

/// Whether what stands behind an instruction is not executed next, though it names no block.
[[nodiscard]] bool ends_block(std::string_view mnemonic);

class TextBranches {
public:
  /// `label` without its dot, "" for a block that nothing jumps to.
  void start_block(std::string_view label, const BlockName &name);

  /// The block that is open is the one that a loop begins with.
  void note_header();

  void add_jump(Jump jump, int line, std::string_view target);

  /// What is not known to be a jump, but may be some: of a block with it nothing is known.
  void add_unknown();

  /// The block leaves the function, or nobody knows where to.
  void add_end();

  [[nodiscard]] std::vector<TextBranch> finish() &&;

private:
  struct Block {
    std::string label;
    BlockName name;
    bool is_header = false;
    int line = 0;          ///< of its conditional branch
    std::string target;    ///< of that
    std::string otherwise; ///< of the jump behind it; "": the next block
    int branch_count = 0;
    bool is_known = true;
    bool has_end = false;
  };

  class Ways;

  std::vector<Block> blocks_;
};

} // namespace osaca::clang_plugin
