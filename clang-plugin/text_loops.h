// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of one function of the verbose assembly, from its blocks in their order: how they nest, which of the
// optimiser's loops each one is, and its lines.
#pragma once

#include "machine_text.h"

namespace osaca::clang_plugin {

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

} // namespace osaca::clang_plugin
