// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names for the blocks of loops in the verbose assembly, and how often these blocks run.
#pragma once

#include "capture.h"
#include "ir/loop_evolution.h"
#include "text/branch_likelihood.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>

namespace osaca::clang_plugin {

// How often a function's blocks run and its branches are taken: what a profile counted, else what the compiler guesses.

/// Analyses of their own, as those of FreshEvolution.
class BranchFrequencies {
public:
  BranchFrequencies(const llvm::Function &function, FreshEvolution &fresh);

  /// Of a profile in all of the training run, of an estimate per call of the function.
  [[nodiscard]] capture::LoopFrequency of(const llvm::Loop &loop) const;

  /// 0 to 1, all edges from one block to the other together.
  [[nodiscard]] double probability(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const;

private:
  [[nodiscard]] double per_call(const llvm::BasicBlock *block) const;
  [[nodiscard]] double left_per_call(const llvm::Loop &loop) const;

  llvm::BranchProbabilityInfo probabilities_;
  llvm::BlockFrequencyInfo frequencies_;
  std::optional<std::uint64_t> counted_calls_; ///< of the function in the training run
};

// Names by which the blocks of loops are known in the verbose assembly.

/// `osaca.LOOP.h7_` for the header of the loop of that index, or `osaca.LOOP.b7_`. 7 is the block's index in `blocks`,
/// to which those of this function are added. What a later pass makes of a block has a name that goes on behind the
/// `_`.
void name_blocks(const llvm::LoopInfo &loops, const std::map<const llvm::Loop *, int> &indices,
                 const BranchFrequencies &frequencies, std::vector<IrBlock> &blocks);

} // namespace osaca::clang_plugin
