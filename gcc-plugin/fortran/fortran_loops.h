// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of Fortran source text, and which of them its directives select.
#pragma once

#include "fortran_directives.h"
#include "front/locations.h"
#include "front/loop_extents.h"
#include "front/pragma_recorder.h"
#include "gimple/gimple_loops.h"
#include "loop_requests.h"

namespace osaca::gcc {

// Reads Fortran's directives and loop statements from the text, and finds the compiler's location for each of them. The
// front end treats our directives as comments and does not report them to plugins. So the text that it has read is read
// again: the preprocessor's output if there is one, and the included files.

/// A statement. If its file is included several times, each inclusion has statements of its own.
struct PlacedStatement {
  location_t first = UNKNOWN_LOCATION; ///< the first place of the statement
  location_t last = UNKNOWN_LOCATION;  ///< its last place; for a construct, the last place of its first statement
  location_t end = UNKNOWN_LOCATION;   ///< the last place of the whole construct
  location_t shown = UNKNOWN_LOCATION; ///< its first character, where messages are shown
  int around = -1;                     ///< index of the enclosing construct, or -1
  fortran::StatementShape shape;

  [[nodiscard]] bool holds(location_t place) const { return !comes_before(place, first) && !comes_before(last, place); }
  [[nodiscard]] bool spans(location_t place) const { return !comes_before(place, first) && !comes_before(end, place); }
};

struct PlacedDirective {
  RecordedPragma pragma;
  fortran::Misplacement misplacement = fortran::Misplacement::none;
  int statement = -1; ///< index of the statement that it applies to, or -1
};

class FortranText {
public:
  /// Reads the text of this unit after it was parsed, and reports directives that cannot be understood. `wants_loops`:
  /// collect statements even if there is no directive.
  void read(bool wants_loops);

  /// False if the text cannot be read again, because it came from a pipe or is empty.
  [[nodiscard]] bool is_readable() const { return is_readable_; }

  /// Whether a limit on directives or loops was exceeded, so that some were ignored.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

  [[nodiscard]] const std::vector<PlacedStatement> &statements() const { return statements_; }
  [[nodiscard]] const std::vector<PlacedDirective> &directives() const {
    return directives_;
  } ///< in the compiler's order of places

  /// The statements and constructs that contain the place, outermost first.
  [[nodiscard]] std::vector<int> around(location_t place) const;

  /// The first statement after the place that is a loop with a counter, or -1.
  [[nodiscard]] int counted_loop_after(location_t place) const;

private:
  void nest();

  std::vector<PlacedStatement> statements_;
  std::vector<int> by_first_; ///< indices of `statements_`, sorted by `first`
  std::vector<PlacedDirective> directives_;
  bool is_readable_ = true;
  bool is_cut_ = false;
};

// Determines the loops of Fortran source text, and which of them its directives select.
//
// The compiler provides the places of its loops and their nesting. The place of a plain loop is the line of its `do`.
// Loops of `do concurrent` and of OpenMP have a place somewhere in their bodies, so the text is searched for the
// statements that they belong to. Other statements (on arrays, `where`, `forall`) become one or several loops,
// possibly nested, at the place of the statement. If a directive selects such a statement, the statement itself counts
// as a loop around these loops.

class FortranLoops {
public:
  /// Reads the text after it was parsed. `wants_all`: collect the loops even if there is no directive.
  void start(bool wants_all);

  /// Reports what could not be read.
  void complain() const;

  [[nodiscard]] bool has_directives() const { return !text_.directives().empty(); }

  /// Adds the loops of a function whose body has not been lowered.
  void add_function(tree function, LoopExtents &extents) const;

  /// Adds the statements that directives select and that the loops found so far do not represent. Call after the last
  /// function, and before LoopExtents::settle().
  void add_statements(LoopExtents &extents) const;

  [[nodiscard]] std::vector<RecordedPragma> pragmas() const;

  /// The source loop of each directive. Call after LoopExtents::settle().
  [[nodiscard]] std::vector<BoundPragma> bind(const LoopExtents &extents) const;

private:
  static int loop_of(const PlacedStatement &statement, const LoopExtents &extents);

  FortranText text_;
};

} // namespace osaca::gcc
