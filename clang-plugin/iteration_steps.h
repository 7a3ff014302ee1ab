// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many iterations of the source loop one turn of the machine's loop makes.
//
// Before the vectoriser one turn is one iteration. There the step of each memory access and of the counters is noted;
// at the end of the optimiser the same accesses (they keep their place in the source) step further, by the factor asked
// for. Every access and counter has to tell the same factor, or it is unknown.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

class IterationSteps {
public:
  /// Before the vectoriser. `extent_of` gives the source loop of a loop, -1 for none.
  template <class ExtentOf> void note(llvm::Function &function, ExtentOf extent_of);

  /// At the end of the optimiser; 0: unknown.
  [[nodiscard]] int iterations_per_turn(const llvm::Loop &loop, int extent, bool is_vectorised,
                                        llvm::ScalarEvolution &evolution) const;

private:
  struct Access {
    int extent = -1;
    std::int64_t step_bytes = 0;
    unsigned count = 0;
    bool is_ambiguous = false;
  };
  using Key = std::pair<const llvm::DILocation *, unsigned>; ///< and the opcode
  using Counters = std::set<std::int64_t>;

  void note_loop(const llvm::Loop &loop, int extent, llvm::ScalarEvolution &evolution);
  static Counters counters_of(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);
  [[nodiscard]] std::optional<std::int64_t> by_accesses(const llvm::Loop &loop, int extent,
                                                        llvm::ScalarEvolution &evolution) const;
  [[nodiscard]] std::optional<std::int64_t> by_counters(const llvm::Loop &loop, int extent, bool is_vectorised,
                                                        llvm::ScalarEvolution &evolution) const;
  [[nodiscard]] bool is_untouched(const llvm::Loop &loop, int extent) const;

  std::map<Key, Access> accesses_;
  std::map<int, Counters> counters_; ///< by extent
};

/// Scalar evolution of one function as it is now, shared with nobody: what the optimiser's own has cached stays so.
class FreshEvolution {
public:
  explicit FreshEvolution(llvm::Function &function)
      : tree_(function), loops_(tree_), assumptions_(function),
        library_(llvm::Triple(function.getParent()->getTargetTriple())), calls_(library_, &function),
        evolution_(function, calls_, assumptions_, tree_, loops_) {}

  [[nodiscard]] llvm::LoopInfo &loops() { return loops_; }
  [[nodiscard]] llvm::ScalarEvolution &evolution() { return evolution_; }

private:
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  llvm::AssumptionCache assumptions_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo calls_;
  llvm::ScalarEvolution evolution_;
};

template <class ExtentOf> void IterationSteps::note(llvm::Function &function, ExtentOf extent_of) {
  FreshEvolution fresh(function);
  for (const llvm::Loop *loop : fresh.loops().getLoopsInPreorder())
    if (const int extent = extent_of(*loop); extent >= 0)
      note_loop(*loop, extent, fresh.evolution());
}

} // namespace osaca::clang_plugin
