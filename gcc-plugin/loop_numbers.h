// SPDX-License-Identifier: GPL-3.0-or-later
// What the compiler's own numbers of its loops tell: which source loop they came from, and which were vectorised.
//
// The vectoriser and if-conversion make instructions without a place in the source, but they keep the number of the
// loop that they change: so the source loop of each number is noted before each of them, and the number of each
// instruction at the last moment at which GCC still has numbers. Nothing is written into the compiler's data for that.
#pragma once

#include "iteration_steps.h"
#include "loop_nests.h"
#include "missed_vectors.h"
#include "source_loops.h"

namespace osaca::gcc {

class LoopNumbers {
public:
  /// See IterationSteps.
  void note_written(gimple_seq body) { steps_.note_written(body); }

  /// `cfun` as GIMPLE, before its loop passes.
  void note_iterations(LoopExtents &extents, InlineContexts &contexts, const std::vector<bool> &wanted) {
    steps_.start(extents, contexts, wanted);
    wanted_ = wanted;
    nests_.note_first();
  }

  /// Before if-conversion.
  void start(LoopExtents &extents, InlineContexts &contexts);

  /// Between if-conversion and vectoriser: the loops that came new, while their instructions still know their place.
  void note_new_loops(LoopExtents &extents, InlineContexts &contexts);

  /// After the vectoriser: which loops have vectors now.
  void note_vectorised();

  /// At the end of GIMPLE.
  void note_iterations_at_end(InlineContexts &contexts) { steps_.note_last(contexts); }

  /// `cfun` as RTL, before its loop tree is thrown away.
  void note_instructions();

  struct Known {
    LoopCopy source;           ///< extent -1: unknown
    bool is_made_late = false; ///< by the vectoriser or a pass after it
    int vectorised_bits = 0;   ///< width of the widest vectors that the vectoriser put into it
    int number = 0;            ///< 0: unknown
  };

  /// About the loop that most of those instructions of `cfun` belonged to.
  [[nodiscard]] Known about(const std::vector<int> &uids) const;

  /// Of the source loop, per iteration of the loop that this is known of; 0: unknown.
  [[nodiscard]] int source_iterations(const Known &known, const LoopCopy &source) const {
    return steps_.of_loop(known.number, source, known.vectorised_bits > 0);
  }

  /// Why the loop that this is known of was not vectorised; "" unknown.
  [[nodiscard]] std::string not_vectorised(const Known &known) const { return missed_.reason_of(known.number); }

  /// Of the loops of `cfun`.
  [[nodiscard]] capture::LoopNest nest_of(const LoopCopy &source) const;

private:
  [[nodiscard]] Known about(int number) const;
  void note_nests();
  [[nodiscard]] bool has_wanted() const;
  void note_places(LoopExtents &extents, InlineContexts &contexts);
  [[nodiscard]] bool is_about(const function *current) const;

  IterationSteps steps_;
  LoopNests nests_;
  MissedVectors missed_;
  std::vector<bool> wanted_; ///< by extent
  std::map<LoopCopy, capture::LoopNest> nest_of_source_;
  unsigned function_ = 0; ///< DECL_UID of the function that the notes are about
  bool has_places_ = false;
  int last_number_ = 0; ///< when places were noted
  std::unordered_map<int, LoopCopy> by_number_;
  std::unordered_set<int> had_vectors_; ///< before the vectoriser: written by the user
  std::unordered_map<int, int> vectorised_bits_;
  std::unordered_map<int, int> number_of_; ///< by the instruction's UID
};

} // namespace osaca::gcc
