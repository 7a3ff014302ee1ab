// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops of Fortran's source there are, and which of them its directives ask for.
//
// What the compiler says of its loops is where they are, and how they lie in each other. That is the line of the `do` for plain
// loops. Those of `do concurrent` and of OpenMP are placed somewhere in their bodies: the text tells to which statement they
// belong. Other statements (on arrays, `where`, `forall`) become one or several loops of their own place, perhaps in
// each other; with a directive such a statement counts as a loop around these.
#pragma once

#include "fortran_text.h"
#include "gimple_loops.h"
#include "loop_extents.h"

#include "loop_requests.h"

namespace osaca::gcc {

class FortranLoops {
public:
  /// Reads the text, once it has been parsed. `wants_all`: also if no directive asks.
  void start(bool wants_all);

  /// Says what of the text could not be looked at.
  void complain() const;

  [[nodiscard]] bool has_directives() const { return !text_.directives().empty(); }

  /// Of a function whose body has not been lowered.
  void add_function(tree function, LoopExtents &extents) const;

  /// What directives ask for and no loop stands for. Behind the last function, before the extents are settled.
  void add_statements(LoopExtents &extents) const;

  [[nodiscard]] std::vector<RecordedPragma> pragmas() const;

  /// Per pragma. The extents have been settled.
  [[nodiscard]] std::vector<BoundPragma> bind(const LoopExtents &extents) const;

private:
  static int loop_of(const PlacedStatement &statement, const LoopExtents &extents);

  FortranText text_;
};

} // namespace osaca::gcc
