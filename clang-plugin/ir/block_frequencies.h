// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often blocks run, and names that identify these blocks in the verbose assembly.
#pragma once

#include "capture.h"
#include "ir/loop_evolution.h"
#include "text/branch_likelihood.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>

namespace osaca::clang_plugin {

// How often a function's blocks run and its branches are taken: counted by a profile, otherwise estimated by the
// compiler.

/// Uses analyses of its own, like FreshEvolution.
class BranchFrequencies {
public:
  BranchFrequencies(const llvm::Function &function, FreshEvolution &fresh);

  /// How often the loop runs: in the whole training run for a profile, per call of the function for an estimate.
  [[nodiscard]] capture::LoopFrequency of(const llvm::Loop &loop) const;

  /// The probability, 0 to 1, of going from one block to the other, summed over all edges between them.
  [[nodiscard]] double probability(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const;

private:
  [[nodiscard]] double per_call(const llvm::BasicBlock *block) const;
  [[nodiscard]] double left_per_call(const llvm::Loop &loop) const;

  llvm::BranchProbabilityInfo probabilities_;
  llvm::BlockFrequencyInfo frequencies_;
  std::optional<std::uint64_t> counted_calls_; ///< calls of the function in the training run
};

// Names that identify blocks in the verbose assembly.

enum class NamedBlocks { of_loops, all };

/// Names the blocks `osaca.LOOP.h7_` (the header of the loop with index LOOP), `osaca.LOOP.b7_` (its other blocks) or
/// `osaca..b7_` (blocks outside of loops). 7 is the block's index in `blocks`, to which the blocks of this function are
/// added. If a later pass derives another block from it, the name of the new block continues after the `_`.
void name_blocks(llvm::Function &function, NamedBlocks which, const llvm::LoopInfo &loops,
                 const std::map<const llvm::Loop *, int> &indices, const BranchFrequencies &frequencies,
                 std::vector<IrBlock> &blocks);

} // namespace osaca::clang_plugin
