// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many iterations of the source loop one turn of the machine's loop makes.
//
// Before the vectoriser one turn is one iteration. There the step of each memory access and of the counters is noted;
// at the end of the optimiser the same accesses (they keep their place in the source) step further, by the factor asked
// for. Every access and counter has to tell the same factor, or it is unknown.
#pragma once

#include "fresh_evolution.h"

namespace osaca::clang_plugin {

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
