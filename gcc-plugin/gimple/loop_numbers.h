// SPDX-License-Identifier: GPL-3.0-or-later
// Uses the compiler's loop numbers to find the source loop of a machine loop, and whether it was vectorised.
//
// The vectoriser and if-conversion generate instructions without a place in the source, but they keep the number of the
// loop that they change. So the source loop of each number is noted before each of these passes. The number of each
// instruction's loop is noted at the end, just before GCC deletes the numbers. The compiler's data are not changed.
#pragma once

#include "gimple/iteration_steps.h"
#include "gimple/loop_nests.h"
#include "gimple/loop_origins.h"
#include "gimple/missed_vectors.h"
#include "gimple/source_loops.h"

namespace osaca::gcc {

class LoopNumbers {
public:
  /// See IterationSteps.
  void note_written(gimple_seq body) { steps_.note_written(body); }

  /// Call when `cfun` is in GIMPLE, before its loop passes. `follows_origins`: the places of some loops do not tell
  /// them apart.
  void note_iterations(LoopExtents &extents, InlineContexts &contexts, const std::vector<bool> &wanted,
                       bool follows_origins) {
    steps_.start(extents, contexts, wanted);
    wanted_ = wanted;
    nests_.note_first();
    if (follows_origins)
      origins_.start();
  }

  /// Call before if-conversion.
  void start(LoopExtents &extents, InlineContexts &contexts);

  /// Call between if-conversion and the vectoriser. Notes the new loops while their instructions still have a place.
  void note_new_loops(LoopExtents &extents, InlineContexts &contexts);

  /// Call after the vectoriser. Notes which loops have vectors now.
  void note_vectorised(InlineContexts &contexts);

  /// Call at the end of GIMPLE.
  void note_iterations_at_end(InlineContexts &contexts) { steps_.note_last(contexts); }

  /// Call when `cfun` is in RTL, before its loop tree is deleted.
  void note_instructions();

  struct Known {
    LoopCopy source;           ///< extent -1: unknown
    bool is_made_late = false; ///< created by the vectoriser or a later pass
    int vectorised_bits = 0;   ///< width of the widest vectors that the vectoriser generated in it
    int number = 0;            ///< 0: unknown
    int origin = 0;            ///< see LoopOrigins
  };

  /// What is known of the loop to which most of these instructions of `cfun` belonged.
  [[nodiscard]] Known about(const std::vector<int> &uids) const;

  /// Source iterations per iteration of the loop that `known` describes; 0: unknown.
  [[nodiscard]] int source_iterations(const Known &known, const LoopCopy &source) const {
    return steps_.of_loop(known.number, source, known.vectorised_bits > 0);
  }

  /// Whether the vectoriser made vector code of this source loop of `cfun`. Later passes may remove its loop: they
  /// unroll a loop of few iterations completely. `origin`: of the loops of one statement, the one to ask about; 0: any.
  [[nodiscard]] bool is_vectorised(const LoopCopy &source, int origin) const;

  /// Why the loop that `known` describes was not vectorised; "": unknown.
  [[nodiscard]] std::string not_vectorised(const Known &known) const { return missed_.reason_of(known.number); }

  /// How often a source loop of `cfun` and its enclosing loops run, as found by LoopNests.
  [[nodiscard]] capture::LoopNest nest_of(const LoopCopy &source) const;

private:
  [[nodiscard]] Known about(int number) const;
  void note_nests();
  [[nodiscard]] bool has_wanted() const;
  void note_places(LoopExtents &extents, InlineContexts &contexts);
  [[nodiscard]] bool is_about(const function *current) const;

  IterationSteps steps_;
  LoopNests nests_;
  LoopOrigins origins_;
  MissedVectors missed_;
  std::vector<bool> wanted_; ///< by extent
  std::map<LoopCopy, capture::LoopNest> nest_of_source_;
  unsigned function_ = 0; ///< DECL_UID of the function that the notes are about
  bool has_places_ = false;
  int last_number_ = 0; ///< the highest loop number when places were noted
  std::unordered_map<int, LoopCopy> by_number_;
  std::unordered_set<int> had_vectors_; ///< vectors that existed before the vectoriser: written by the user
  std::unordered_map<int, int> vectorised_bits_;
  std::unordered_map<int, int> number_of_; ///< loop numbers by the UID of the instruction
};

} // namespace osaca::gcc
