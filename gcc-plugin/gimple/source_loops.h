// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the source loop of a loop of the compiler, by the places that its instructions have in the source and the calls
// that they were inlined through.
//
// A loop belongs to the smallest source loop that covers nearly all (90 %) of the located instructions of its own
// blocks. If there is none, the source loop known for the loop's number decides (loop_numbers.h). If that is unknown
// too, instructions that are outside of all source loops are not counted, because they may have been moved into the
// loop, merged with other instructions, or generated from a declaration. A branch is an exception: if it is outside of
// all source loops, the loop belongs to none.
#pragma once

#include "front/loop_extents.h"

namespace osaca::gcc {

/// One source loop, seen through one chain of inlined calls.
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

  /// When a program is linked, the whole expansion of a macro has the place where the macro is used. Returns whether
  /// the macro that is used at this place contains the loop.
  [[nodiscard]] bool begins_at(location_t place);

  [[nodiscard]] InlineContexts &contexts() { return contexts_; }

private:
  LoopExtents &extents_;
  InlineContexts &contexts_;
  std::unordered_map<location_t, std::vector<LoopCopy>> cache_;
};

/// The properties of a compiler's loop that are needed to find its source loop.
struct LoopPlaces {
  struct Instruction {
    location_t location = UNKNOWN_LOCATION; ///< including the inlining block
    bool is_branch = false;
  };
  int parent = -1;              ///< index of the enclosing loop, which is larger than its own; or -1
  std::vector<Instruction> own; ///< the instructions of its own blocks, without those of inner loops
  LoopCopy by_number;           ///< source loop known for its number; extent -1: unknown
};

/// The source loop of each loop; extent -1: none. `loops` holds inner loops before outer ones.
[[nodiscard]] std::vector<LoopCopy> source_loops_of(const std::vector<LoopPlaces> &loops, SourceLoops &sources);

} // namespace osaca::gcc
