// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of the source, where they stand, and which of them the user asked for. Three can tell: the parser of the C
// family, the text of a Fortran unit, and, when a program is linked, the text of its sources. Whoever it was, what was
// asked for has one form.
#pragma once

#include "fortran_loops.h"
#include "front_end.h"
#include "linked_loops.h"
#include "machine_loops.h"

#include "arguments.h"
#include "loop_requests.h"
#include "named_functions.h"

namespace osaca::gcc {

class AskedLoops {
public:
  /// `arguments` have to outlive this, which stays where it is.
  AskedLoops(const Arguments &arguments, FrontEnd front_end);
  AskedLoops(const AskedLoops &) = delete;
  AskedLoops &operator=(const AskedLoops &) = delete;

  /// A function's body as parsed; `is_pattern`: perhaps only a template's.
  void add_body(tree function, bool is_pattern);

  /// If `cfun` is a part of a coroutine: GCC tells no plugin of the body as parsed, and makes functions without loop
  /// statements of it.
  void meet_coroutine();

  /// The same in Fortran, whose functions come when they are about to be lowered: `cfun`. The first time the text of
  /// the unit is read. False: nothing is asked for, and nothing was looked at.
  bool add_lowered_body();

  /// Of Fortran: whether anything was asked for. Reads the text, if no function came.
  [[nodiscard]] bool has_wishes_in_fortran();

  /// Of a program that is being linked: what stands in the text of `cfun` and of what was inlined into it.
  void meet_function();

  /// The same of what the text does not tell the function of: these loops are in the code of `cfun`.
  void meet_loops(const FunctionLoops &loops, const InlineContexts &contexts);

  /// When all bodies were parsed: what was asked for is known from now on. True the first time; of a program that is
  /// being linked never, as there it becomes known function by function.
  bool settle();

  /// Whether loops of `cfun` may be asked for. It is settled.
  [[nodiscard]] bool may_be_in_function() const;

  [[nodiscard]] LoopExtents &extents() { return extents_; }
  [[nodiscard]] LoopRequests &requests() { return requests_; }
  [[nodiscard]] const LoopRequests &requests() const { return requests_; }
  [[nodiscard]] const std::vector<LoopRequest> &list() const { return requests_.requests(); }
  [[nodiscard]] const NamesInUnit &names() const { return names_; }
  [[nodiscard]] bool is_linked() const { return front_end_ == FrontEnd::lto; }

  /// Where a request is shown: at its loop, else at its pragma. Not of a program that is being linked.
  [[nodiscard]] location_t location_of(int request);
  /// The same as an index of `table`; in code that was inlined through the calls of `context`.
  [[nodiscard]] int shown_at(int request, int context, LocationTable &table);
  /// Where a loop of the source is shown, asked for or not.
  [[nodiscard]] int loop_shown_at(int loop, int context, LocationTable &table);

private:
  [[nodiscard]] bool is_fortran() const { return front_end_ == FrontEnd::fortran; }
  [[nodiscard]] bool asks_by_argument() const { return arguments_.all || !arguments_.functions.empty(); }
  [[nodiscard]] bool is_named(tree function);
  [[nodiscard]] bool is_in_coroutine(location_t place) const;
  void read_fortran();
  [[nodiscard]] location_t place_of(int loop);
  [[nodiscard]] std::vector<BoundPragma> bound_pragmas() const;

  const Arguments &arguments_;
  FrontEnd front_end_;
  bool settled_ = false;
  bool has_read_fortran_ = false;
  FortranLoops fortran_;
  std::vector<RecordedPragma> pragmas_;                       ///< from when it is settled
  std::vector<std::pair<location_t, location_t>> coroutines_; ///< first and last place of each
  LoopExtents extents_;
  LoopRequests requests_;
  LinkedLoops linked_;
  NamesInUnit names_; ///< of the functions that the user named
  std::unordered_set<unsigned> named_functions_;
  std::unordered_map<int, location_t> places_; ///< of loops: their keywords are looked for in the text
};

} // namespace osaca::gcc
