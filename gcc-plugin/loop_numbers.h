// SPDX-License-Identifier: GPL-3.0-or-later
// What the compiler's own numbers of its loops tell. The vectoriser and if-conversion make instructions without a
// place in the source, but they keep the number of the loop that they change: so the source loop of each number is
// noted before each of them, and the number of each instruction at the last moment at which GCC still has numbers.
// Nothing is written into the compiler's data for that.
#pragma once

#include "source_loops.h"

namespace osaca::gcc {

class LoopNumbers {
public:
  /// `cfun` as GIMPLE, before if-conversion.
  void start(LoopExtents &extents, InlineContexts &contexts);

  /// Between if-conversion and vectoriser: the loops that came new, while their instructions still know their place.
  void note_new_loops(LoopExtents &extents, InlineContexts &contexts);

  /// `cfun` as RTL, before its loop tree is thrown away.
  void note_instructions();

  /// The source loop of most of those instructions of `cfun` whose number was noted; extent -1: unknown.
  [[nodiscard]] LoopCopy source_of(const std::vector<int> &uids) const;

  /// Whether the vectoriser, or a pass after it, made the loop of most of those instructions.
  [[nodiscard]] bool is_made_late(const std::vector<int> &uids) const;

private:
  void note_places(LoopExtents &extents, InlineContexts &contexts);
  [[nodiscard]] bool is_about(const function *current) const;

  unsigned function_ = 0; ///< DECL_UID of the function that the notes are about
  bool has_places_ = false;
  int last_number_ = 0; ///< when places were noted
  std::unordered_map<int, LoopCopy> by_number_;
  std::unordered_map<int, int> number_of_; ///< by the instruction's UID
};

} // namespace osaca::gcc
