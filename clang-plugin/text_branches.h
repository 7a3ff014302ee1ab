// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conditional branches of one function of the verbose assembly, from its blocks in their order.
#pragma once

#include "machine_text.h"

namespace osaca::clang_plugin {

/// What of a line of the assembly goes to a block.
enum class Jump { none, conditional, unconditional };

/// `mnemonic` of an instruction that names the label of a block.
[[nodiscard]] Jump jump_named(std::string_view mnemonic);

class TextBranches {
public:
  /// `label` without its dot, "" for a block that nothing jumps to; `ir_block`: the number in its name, or -1.
  void start_block(std::string_view label, int ir_block);

  void add_jump(Jump jump, int line, std::string_view target);

  /// What is not known to be a jump, but may be some: of a block with it nothing is known.
  void add_unknown();

  [[nodiscard]] std::vector<TextBranch> finish() &&;

private:
  struct Block {
    std::string label;
    int ir_block = -1;
    int line = 0;          ///< of its conditional branch
    std::string target;    ///< of that
    std::string otherwise; ///< of the jump behind it; "": the next block
    int branch_count = 0;
    bool is_known = true;
  };

  std::vector<Block> blocks_;
};

} // namespace osaca::clang_plugin
