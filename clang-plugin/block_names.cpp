// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "block_names.h"

namespace osaca::clang_plugin {
namespace {

constexpr const char *prefix = "osaca.";

/// From here on LLVM's code generator may make a branch of a selection (its "predictable branch threshold").
constexpr double hardly_ever = 0.01;

/// Of the true side, as a profile or an expectation tells it; empty: nothing does.
std::optional<double> probability_of(const llvm::SelectInst &selection) {
  const llvm::MDNode *profile = selection.getMetadata(llvm::LLVMContext::MD_prof);
  if (profile == nullptr)
    return std::nullopt;
  std::vector<double> weights;
  for (const llvm::MDOperand &operand : profile->operands())
    if (const auto *weight = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand.get()))
      weights.push_back(static_cast<double>(weight->getLimitedValue()));
  if (weights.size() != 2 || !(weights[0] + weights[1] > 0))
    return std::nullopt;
  return weights[0] / (weights[0] + weights[1]);
}

/// Neighbours with one condition become one branch.
std::vector<double> one_sided_selections(const llvm::BasicBlock &block) {
  std::vector<double> sides;
  const llvm::Value *last = nullptr;
  for (const llvm::Instruction &instruction : block)
    if (const auto *selection = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      const std::optional<double> side = probability_of(*selection);
      if (side && std::min(*side, 1 - *side) < hardly_ever && selection->getCondition() != last)
        sides.push_back(*side);
      last = selection->getCondition();
    } else {
      last = nullptr;
    }
  return sides;
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
    blocks[number].selections = one_sided_selections(*block);
    const std::set<const llvm::BasicBlock *> ways(llvm::succ_begin(block), llvm::succ_end(block));
    for (const llvm::BasicBlock *way : ways)
      if (const auto known = numbers.find(way); known != numbers.end())
        blocks[number].ways[known->second] = frequencies.probability(block, way);
  }
}

} // namespace osaca::clang_plugin
