// SPDX-License-Identifier: GPL-3.0-or-later
// Fortran's directives and loop statements, as its text has them, at the compiler's places. The front end treats
// directives of others as comments and tells nobody of them, so what it read is read again: the preprocessor's output
// if there was one, and the files that were included.
#pragma once

#include "locations.h"
#include "pragma_recorder.h"

#include "fortran_directives.h"

namespace osaca::gcc {

/// A statement of one inclusion of a file.
struct PlacedStatement {
  location_t first = UNKNOWN_LOCATION; ///< nothing of the statement comes before
  location_t last = UNKNOWN_LOCATION;  ///< nothing of it comes behind; of a construct: of its first statement
  location_t end = UNKNOWN_LOCATION;   ///< the same for the whole construct
  location_t shown = UNKNOWN_LOCATION; ///< its first character
  int around = -1;                     ///< the one whose construct it stands in
  fortran::StatementShape shape;

  [[nodiscard]] bool holds(location_t place) const { return !comes_before(place, first) && !comes_before(last, place); }
  [[nodiscard]] bool spans(location_t place) const { return !comes_before(place, first) && !comes_before(end, place); }
};

struct PlacedDirective {
  RecordedPragma pragma;
  fortran::Misplacement misplacement = fortran::Misplacement::none;
  int statement = -1; ///< index of the one it belongs to
};

class FortranText {
public:
  /// Of this unit, once it has been parsed; says which directives cannot be understood. `wants_loops`: statements are
  /// needed even if there is no directive.
  void read(bool wants_loops);

  /// False if there is no text to read again: it came from a pipe, or is empty.
  [[nodiscard]] bool is_readable() const { return is_readable_; }

  /// Whether there were more directives or loops than are looked at.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

  [[nodiscard]] const std::vector<PlacedStatement> &statements() const { return statements_; }
  [[nodiscard]] const std::vector<PlacedDirective> &directives() const {
    return directives_;
  } ///< in the compiler's order

  /// The statements and constructs that the place lies in, the outermost first.
  [[nodiscard]] std::vector<int> around(location_t place) const;

  /// The first loop with a counter that begins behind the place, or -1.
  [[nodiscard]] int counted_loop_behind(location_t place) const;

private:
  void nest();

  std::vector<PlacedStatement> statements_;
  std::vector<int> by_first_; ///< indices of them
  std::vector<PlacedDirective> directives_;
  bool is_readable_ = true;
  bool is_cut_ = false;
};

} // namespace osaca::gcc
