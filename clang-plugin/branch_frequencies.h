// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a function's blocks run and its branches are taken: what a profile counted, else what the compiler guesses.
#pragma once

#include "fresh_evolution.h"

#include "capture.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>

namespace osaca::clang_plugin {

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

} // namespace osaca::clang_plugin
