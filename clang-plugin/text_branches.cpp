// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_branches.h"

namespace osaca::clang_plugin {

Jump jump_named(std::string_view mnemonic) {
  if (mnemonic == "jmp" || mnemonic == "b" || mnemonic == "j")
    return Jump::unconditional;
  for (const std::string_view start : {"j", "b", "cb", "tb"})
    if (mnemonic.substr(0, start.size()) == start)
      return Jump::conditional;
  return Jump::none;
}

void TextBranches::start_block(std::string_view label, int ir_block) {
  Block block;
  block.label = std::string(label);
  block.ir_block = ir_block;
  blocks_.push_back(std::move(block));
}

void TextBranches::add_jump(Jump jump, int line, std::string_view target) {
  if (blocks_.empty())
    return;
  Block &block = blocks_.back();
  if (jump == Jump::conditional) {
    ++block.branch_count;
    block.line = line;
    block.target = std::string(target);
  } else if (jump == Jump::unconditional) {
    block.is_known = block.is_known && block.otherwise.empty();
    block.otherwise = std::string(target);
  }
}

void TextBranches::add_unknown() {
  if (!blocks_.empty())
    blocks_.back().is_known = false;
}

std::vector<TextBranch> TextBranches::finish() && {
  std::map<std::string, int> by_label;
  std::map<int, int> uses; // of a number: the code generator may have made several blocks of one
  for (const Block &block : blocks_) {
    by_label.emplace(block.label, block.ir_block);
    ++uses[block.ir_block];
  }
  const auto number_of = [&by_label](const std::string &label) {
    const auto known = by_label.find(label);
    return known != by_label.end() ? known->second : -1;
  };
  std::vector<TextBranch> branches;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Block &block = blocks_[i];
    if (block.branch_count != 1 || !block.is_known || block.ir_block < 0 || uses[block.ir_block] != 1)
      continue;
    const int next = i + 1 < blocks_.size() ? blocks_[i + 1].ir_block : -1;
    branches.push_back({block.line, block.ir_block, number_of(block.target),
                        block.otherwise.empty() ? next : number_of(block.otherwise)});
  }
  return branches;
}

} // namespace osaca::clang_plugin
