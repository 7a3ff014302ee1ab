// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of scalar evolution, LLVM's analysis of how values change from one iteration of a loop to the next. They show
// how often loops run, how far their addresses advance, and how many source iterations one machine iteration does.
#pragma once

#include "capture.h"
#include "clang_compat.h"

namespace osaca::clang_plugin {

// Analyses of a function that are computed anew, so that the optimiser's cached analyses are not affected.

/// Scalar evolution of the current state of one function. It is not shared with the optimiser, so the results that the
/// optimiser has cached do not change.
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

/// By how much `value` grows per iteration of the loop; 0 if that is not constant.
[[nodiscard]] std::int64_t step_of(llvm::Value *value, const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// The address of a load or store; nullptr for other instructions.
[[nodiscard]] llvm::Value *address_in(llvm::Instruction &instruction);

/// The absolute values of the steps of a loop's counters.
[[nodiscard]] std::set<std::int64_t> counters_of(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

// How often source loops run, and how far their addresses advance per iteration of the enclosing loop, where that is
// constant.

class LoopNests {
public:
  /// Call before the vectoriser. `extent`: the source loop of `loop`.
  void note(const llvm::Loop &loop, int extent, FreshEvolution &fresh);

  /// The nest of a source loop. Figures in which its copies differ are unknown.
  [[nodiscard]] capture::LoopNest of(int extent) const;

private:
  std::map<int, capture::LoopNest> nests_; ///< by extent
};

// Determines how many iterations of the source loop one iteration of the machine loop does.
//
// Before the vectoriser, the number is one. At that point the steps of memory accesses and counters are noted. The
// accesses keep their places in the source. So they are found again at the end of the optimiser, where their steps may
// be larger. The ratio of the steps is the result. All accesses and counters must give the same ratio, otherwise it is
// unknown.

class IterationSteps {
public:
  /// Call before the vectoriser. `extent_of` returns the source loop of a loop, -1 for none.
  template <class ExtentOf> void note(FreshEvolution &fresh, ExtentOf extent_of);

  /// Source iterations per machine iteration, to be called at the end of the optimiser; 0: unknown.
  [[nodiscard]] int iterations_per_turn(const llvm::Loop &loop, int extent, bool is_vectorised,
                                        llvm::ScalarEvolution &evolution) const;

private:
  struct Access {
    int extent = -1;
    std::int64_t step_bytes = 0;
    unsigned count = 0;
    bool is_ambiguous = false;
  };
  using Key = std::pair<const llvm::DILocation *, unsigned>; ///< location and opcode
  using Counters = std::set<std::int64_t>;

  void note_loop(const llvm::Loop &loop, int extent, llvm::ScalarEvolution &evolution);
  [[nodiscard]] std::optional<std::int64_t> by_accesses(const llvm::Loop &loop, int extent,
                                                        llvm::ScalarEvolution &evolution) const;
  [[nodiscard]] std::optional<std::int64_t> by_counters(const llvm::Loop &loop, int extent, bool is_vectorised,
                                                        llvm::ScalarEvolution &evolution) const;
  [[nodiscard]] bool is_untouched(const llvm::Loop &loop, int extent) const;

  std::map<Key, Access> accesses_;
  std::map<int, Counters> counters_; ///< by extent
};

template <class ExtentOf> void IterationSteps::note(FreshEvolution &fresh, ExtentOf extent_of) {
  for (const llvm::Loop *loop : fresh.loops().getLoopsInPreorder())
    if (const int extent = extent_of(*loop); extent >= 0)
      note_loop(*loop, extent, fresh.evolution());
}

} // namespace osaca::clang_plugin
