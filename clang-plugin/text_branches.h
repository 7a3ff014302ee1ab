// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conditional branches of one function of the verbose assembly, from its blocks in their order.
//
// The code generator makes several blocks of one of the optimiser's: `a && b` is two branches, a switch many, and
// behind `sqrt` there is a check whether the library has to be called. Their names, or comments on them, tell where
// they come from, so that what the optimiser knew of the one block can be shared out among the branches
// (branch_likelihood.h).
#pragma once

#include "machine_text.h"

namespace osaca::clang_plugin {

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
