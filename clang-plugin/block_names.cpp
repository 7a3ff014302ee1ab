// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "block_names.h"

namespace osaca::clang_plugin {
namespace {

constexpr const char *prefix = "osaca.";

} // namespace

void name_blocks(const llvm::LoopInfo &loops, const std::map<const llvm::Loop *, int> &indices,
                 const BranchFrequencies &frequencies, std::vector<IrBlock> &blocks) {
  std::map<const llvm::BasicBlock *, int> numbers;
  for (const auto &[loop, index] : indices)
    for (llvm::BasicBlock *block : loop->blocks())
      if (loops.getLoopFor(block) == loop) {
        const int number = static_cast<int>(blocks.size());
        numbers[block] = number;
        blocks.emplace_back();
        block->setName(prefix + std::to_string(index) + (block == loop->getHeader() ? ".h" : ".b") +
                       std::to_string(number) + "_");
      }
  for (const auto &[block, number] : numbers) {
    const std::set<const llvm::BasicBlock *> ways(llvm::succ_begin(block), llvm::succ_end(block));
    for (const llvm::BasicBlock *way : ways)
      if (const auto known = numbers.find(way); known != numbers.end())
        blocks[number].ways[known->second] = frequencies.probability(block, way);
  }
}

} // namespace osaca::clang_plugin
