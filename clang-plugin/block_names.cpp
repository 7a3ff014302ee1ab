// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "block_names.h"

namespace osaca::clang_plugin {
namespace {

constexpr const char *prefix = "osaca.";

bool is_number_of(int block, const std::vector<IrBlock> &blocks) {
  return block >= 0 && block < static_cast<int>(blocks.size());
}

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
    blocks[number].way_count = static_cast<int>(ways.size());
    for (const llvm::BasicBlock *way : ways)
      if (const auto known = numbers.find(way); known != numbers.end())
        blocks[number].ways[known->second] = frequencies.probability(block, way);
  }
}

std::optional<double> taken_probability(const TextBranch &branch, const std::vector<IrBlock> &blocks) {
  if (!is_number_of(branch.block, blocks) || blocks[branch.block].way_count != 2 || branch.target == branch.other)
    return std::nullopt;
  const std::map<int, double> &ways = blocks[branch.block].ways;
  const auto target = ways.find(branch.target);
  const auto other = ways.find(branch.other);
  const bool contradicts = (branch.target >= 0 && target == ways.end()) || (branch.other >= 0 && other == ways.end());
  if (contradicts)
    return std::nullopt;
  return target != ways.end() ? target->second : 1 - other->second;
}

} // namespace osaca::clang_plugin
