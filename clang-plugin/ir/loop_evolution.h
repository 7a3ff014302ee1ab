// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What scalar evolution knows of loops: how often they run, how far their addresses move, and how many source
// iterations one machine iteration makes.
#pragma once

#include "capture.h"
#include "clang_compat.h"

namespace osaca::clang_plugin {

// What the optimiser's analyses would say of a function, without asking them.

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

// How often the source's loops run, and how far their addresses move on with the loop around them, where that is
// constant.

class LoopNests {
public:
  /// Before the vectoriser. `extent`: the source loop that it came from.
  void note(const llvm::Loop &loop, int extent, FreshEvolution &fresh);

  /// What copies of the loop contradict each other about is unknown.
  [[nodiscard]] capture::LoopNest of(int extent) const;

private:
  std::map<int, capture::LoopNest> nests_; ///< by extent
};

// How many iterations of the source loop one turn of the machine's loop makes.
//
// Before the vectoriser one turn is one iteration. There the step of each memory access and of the counters is noted;
// at the end of the optimiser the same accesses (they keep their place in the source) step further, by the factor asked
// for. Every access and counter has to tell the same factor, or it is unknown.

class IterationSteps {
public:
  /// Before the vectoriser. `extent_of` gives the source loop of a loop, -1 for none.
  template <class ExtentOf> void note(FreshEvolution &fresh, ExtentOf extent_of);

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
