// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the optimiser's analyses would say of a function, without asking them.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

/// Scalar evolution of one function as it is now, shared with nobody: what the optimiser's own has cached stays so.
class FreshEvolution {
public:
  explicit FreshEvolution(llvm::Function &function)
      : tree_(function), loops_(tree_), assumptions_(function),
        library_(llvm::Triple(function.getParent()->getTargetTriple())), calls_(library_, &function),
        evolution_(function, calls_, assumptions_, tree_, loops_) {}

  [[nodiscard]] const llvm::DominatorTree &tree() const { return tree_; }
  [[nodiscard]] llvm::LoopInfo &loops() { return loops_; }
  [[nodiscard]] const llvm::TargetLibraryInfo &library() const { return calls_; }
  [[nodiscard]] llvm::ScalarEvolution &evolution() { return evolution_; }

private:
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  llvm::AssumptionCache assumptions_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo calls_;
  llvm::ScalarEvolution evolution_;
};

/// By how much `value` grows per turn of the loop; 0 if not by a constant.
[[nodiscard]] std::int64_t step_of(llvm::Value *value, const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// Where a load or store goes; nullptr: it is neither.
[[nodiscard]] llvm::Value *address_in(llvm::Instruction &instruction);

/// The sizes of the steps of a loop's counters.
[[nodiscard]] std::set<std::int64_t> counters_of(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace osaca::clang_plugin
