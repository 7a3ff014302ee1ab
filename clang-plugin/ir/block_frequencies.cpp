// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/block_frequencies.h"

#include <cmath>
#include <llvm/IR/ProfileSummary.h>

namespace osaca::clang_plugin {

namespace {

constexpr const char *prefix = "osaca.";

/// Below this probability, LLVM's code generator may turn a selection into a branch (its "predictable branch
/// threshold").
constexpr double hardly_ever = 0.01;

/// The probability of the true side, according to a profile or an expectation; empty if there is neither.
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

/// Consecutive selections with the same condition become one branch.
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

void name_blocks(llvm::Function &function, NamedBlocks which, const llvm::LoopInfo &loops,
                 const std::map<const llvm::Loop *, int> &indices, const BranchFrequencies &frequencies,
                 std::vector<IrBlock> &blocks) {
  std::map<const llvm::BasicBlock *, int> numbers;
  for (llvm::BasicBlock &block : function) {
    const llvm::Loop *loop = loops.getLoopFor(&block);
    if (loop == nullptr && which == NamedBlocks::of_loops)
      continue;
    const int number = static_cast<int>(blocks.size());
    numbers[&block] = number;
    blocks.emplace_back();
    const bool is_header = loop != nullptr && loop->getHeader() == &block;
    block.setName(prefix + (loop != nullptr ? std::to_string(indices.at(loop)) : std::string()) +
                  (is_header ? ".h" : ".b") + std::to_string(number) + "_");
  }
  for (const auto &[block, number] : numbers) {
    blocks[number].selections = one_sided_selections(*block);
    const std::set<const llvm::BasicBlock *> ways(llvm::succ_begin(block), llvm::succ_end(block));
    for (const llvm::BasicBlock *way : ways)
      if (const auto known = numbers.find(way); known != numbers.end())
        blocks[number].ways[known->second] = frequencies.probability(block, way);
  }
}

namespace {

/// Samples give shares of the run time, not absolute counts.
bool is_sampled(const llvm::Module &module) {
  llvm::Metadata *metadata = module.getProfileSummary(false);
  if (metadata == nullptr)
    return false;
  const std::unique_ptr<llvm::ProfileSummary> summary(llvm::ProfileSummary::getFromMD(metadata));
  return summary && summary->getKind() == llvm::ProfileSummary::PSK_Sample;
}

/// The number of calls that instrumentation counted. Estimates of other passes have other names in the metadata.
std::optional<std::uint64_t> counted_calls(const llvm::Function &function) {
  const llvm::MDNode *profile = function.getMetadata(llvm::LLVMContext::MD_prof);
  if (profile == nullptr || profile->getNumOperands() < 2 || is_sampled(*function.getParent()))
    return std::nullopt;
  const auto *kind = llvm::dyn_cast_or_null<llvm::MDString>(profile->getOperand(0).get());
  const auto *calls = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(profile->getOperand(1));
  if (kind == nullptr || kind->getString() != "function_entry_count" || calls == nullptr || calls->getBitWidth() > 64 ||
      calls->isMinusOne())
    return std::nullopt;
  return calls->getZExtValue();
}

double as_real(llvm::BranchProbability probability) {
  return static_cast<double>(probability.getNumerator()) / llvm::BranchProbability::getDenominator();
}

std::set<const llvm::BasicBlock *> ways_in(const llvm::Loop &loop) {
  std::set<const llvm::BasicBlock *> outside;
  for (const llvm::BasicBlock *block : llvm::predecessors(loop.getHeader()))
    if (!loop.contains(block))
      outside.insert(block);
  return outside;
}

} // namespace

BranchFrequencies::BranchFrequencies(const llvm::Function &function, FreshEvolution &fresh)
    : probabilities_(function, fresh.loops(), &fresh.library()), frequencies_(function, probabilities_, fresh.loops()),
      counted_calls_(counted_calls(function)) {}

double BranchFrequencies::probability(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const {
  return as_real(probabilities_.getEdgeProbability(from, to));
}

double BranchFrequencies::per_call(const llvm::BasicBlock *block) const {
  const llvm::BasicBlock *entry = &block->getParent()->getEntryBlock();
  const double calls = static_cast<double>(frequencies_.getBlockFreq(entry).getFrequency());
  return calls > 0 ? static_cast<double>(frequencies_.getBlockFreq(block).getFrequency()) / calls : 0;
}

double BranchFrequencies::left_per_call(const llvm::Loop &loop) const {
  llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, 4> exits;
  loop.getExitEdges(exits);
  const std::set<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> ways(exits.begin(), exits.end());
  double left = 0;
  for (const auto &[from, to] : ways)
    left += per_call(from) * probability(from, to);
  return left;
}

capture::LoopFrequency BranchFrequencies::of(const llvm::Loop &loop) const {
  const double iterations = per_call(loop.getHeader());
  double entries = 0;
  for (const llvm::BasicBlock *block : ways_in(loop))
    entries += per_call(block) * probability(block, loop.getHeader());
  if (!counted_calls_)
    return {capture::FrequencySource::estimate, iterations, entries};
  // The compiler invents a number for a loop that never ended during training.
  if (*counted_calls_ > 0 && iterations > 0 && !(left_per_call(loop) > 0))
    return {};
  const auto calls = static_cast<double>(*counted_calls_);
  return {capture::FrequencySource::profile, std::round(iterations * calls), std::round(entries * calls)};
}

} // namespace osaca::clang_plugin
