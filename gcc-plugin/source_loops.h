// SPDX-License-Identifier: GPL-3.0-or-later
// Which source loop a loop of the compiler came from, judged by the places in the source that its instructions
// still know, and the calls that they were inlined through.
//
// A loop belongs to the smallest source loop that covers nearly all (90 %) of the located instructions of its own
// blocks. If there is none, then what is known of the loop's number (loop_numbers.h) decides; and if that is nothing,
// then the instructions that lie in any source loop decide: the others may have been moved here, merged with ones of
// elsewhere or made from a declaration. Only a branch outside of all source loops says that this is no such loop.
#pragma once

#include "loop_extents.h"

namespace osaca::gcc {

/// One source loop as seen through one chain of inlined calls.
struct LoopCopy {
  int extent = -1;
  int context = InlineContexts::none;

  friend bool operator==(const LoopCopy &a, const LoopCopy &b) {
    return a.extent == b.extent && a.context == b.context;
  }
  friend bool operator<(const LoopCopy &a, const LoopCopy &b) {
    return a.extent != b.extent ? a.extent < b.extent : a.context < b.context;
  }
};

/// The source loops around a place, innermost first, through all calls it was inlined through.
class SourceLoops {
public:
  SourceLoops(LoopExtents &extents, InlineContexts &contexts) : extents_(extents), contexts_(contexts) {}

  const std::vector<LoopCopy> &around(location_t location);

  /// When a program is linked, all of a macro has the place of its use: whether a loop is made by the one that is used
  /// there.
  [[nodiscard]] bool begins_at(location_t place);

  [[nodiscard]] InlineContexts &contexts() { return contexts_; }

private:
  LoopExtents &extents_;
  InlineContexts &contexts_;
  std::unordered_map<location_t, std::vector<LoopCopy>> cache_;
};

/// A loop of the compiler, as far as this judgement needs it.
struct LoopPlaces {
  struct Instruction {
    location_t location = UNKNOWN_LOCATION; ///< with the inlining block
    bool is_branch = false;
  };
  int parent = -1;              ///< index of the loop around it, or -1; comes after this one
  std::vector<Instruction> own; ///< of its own blocks, without those of the loops inside
  LoopCopy by_number;           ///< extent -1: unknown
};

/// Per loop its source loop, extent -1 for none. `loops`: inner ones before those around them.
[[nodiscard]] std::vector<LoopCopy> source_loops_of(const std::vector<LoopPlaces> &loops, SourceLoops &sources);

} // namespace osaca::gcc
