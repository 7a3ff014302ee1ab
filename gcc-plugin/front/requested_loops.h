// SPDX-License-Identifier: GPL-3.0-or-later
// The source loops, their places, and which of them the user selected. There are three sources of this information: the
// parser of the C family, the text of a Fortran unit, and, when a program is linked, the text of its sources. The
// result has the same form for all three.
#pragma once

#include "arguments.h"
#include "fortran/fortran_loops.h"
#include "front/annotated_statements.h"
#include "front/front_end.h"
#include "link/linked_program.h"
#include "loop_requests.h"
#include "machine/machine_loops.h"

namespace osaca::gcc {

class RequestedLoops {
public:
  /// `arguments` must outlive this object, which cannot be moved.
  RequestedLoops(const Arguments &arguments, FrontEndKind front_end);
  RequestedLoops(const RequestedLoops &) = delete;
  RequestedLoops &operator=(const RequestedLoops &) = delete;

  /// Adds a function's body as parsed. `is_pattern`: it may be the pattern of a template.
  void add_body(tree function, bool is_pattern);

  /// Notes whether `cfun` is part of a coroutine. GCC does not pass the parsed body of a coroutine to plugins, and
  /// generates functions without loop statements from it.
  void note_coroutine();

  /// Adds the body of `cfun` in Fortran, where functions are seen just before they are lowered. The first call reads
  /// the text of the unit. Returns false, without inspecting the body, if no loop is selected.
  bool add_lowered_body();

  /// For Fortran: whether the user selects any loop. Reads the text if no function was seen.
  [[nodiscard]] bool has_fortran_requests();

  /// When a program is linked: adds the loops and pragmas in the text of `cfun` and of the functions inlined into it.
  void add_current_function();

  /// When a program is linked: assigns loops to `cfun` by its code, where the text does not show their function.
  void assign_loops(const FunctionLoops &loops, const InlineContexts &contexts);

  /// Call when all bodies were parsed. From here on the requests are final. Returns true the first time. When a program
  /// is linked, it always returns false, because requests are added function by function.
  bool settle();

  /// Whether `cfun` may contain a selected loop. Call after settle().
  [[nodiscard]] bool may_be_in_function() const;

  [[nodiscard]] LoopExtents &extents() { return extents_; }
  [[nodiscard]] AnnotatedStatements &statements() { return statements_; }
  [[nodiscard]] LoopRequests &requests() { return requests_; }
  [[nodiscard]] const LoopRequests &requests() const { return requests_; }
  [[nodiscard]] const std::vector<LoopRequest> &list() const { return requests_.requests(); }
  [[nodiscard]] const NamesInUnit &names() const { return names_; }
  [[nodiscard]] bool is_linked() const { return front_end_ == FrontEndKind::lto; }

  /// The place where a request (one selection of a loop by the user) is reported: its loop, or else its pragma. Not
  /// available when a program is linked.
  [[nodiscard]] location_t location_of(int request);
  /// The place where a request is reported, as an index into `table`, for code that was inlined through the calls of
  /// `context`.
  [[nodiscard]] int shown_at(int request, int context, LocationTable &table);
  /// The place where a source loop is reported, selected or not.
  /// The place of a loop of an annotated statement, as an index into `table`: that of the statement, or of the call in
  /// a block or function.
  [[nodiscard]] int site_shown_at(const StatementSite &site, LocationTable &table);
  [[nodiscard]] int statement_at(location_t place) const { return statements_.innermost_at(place); }
  [[nodiscard]] location_t extent_first(int loop) const { return extents_[loop].first; }
  [[nodiscard]] location_t extent_place(int loop) { return place_of(loop); }

  /// The place of the request's pragma.
  [[nodiscard]] int pragma_shown_at(int request, LocationTable &table) const;
  [[nodiscard]] int loop_shown_at(int loop, int context, LocationTable &table);

private:
  [[nodiscard]] bool is_fortran() const { return front_end_ == FrontEndKind::fortran; }
  [[nodiscard]] bool asks_by_argument() const { return arguments_.all || !arguments_.functions.empty(); }
  [[nodiscard]] bool is_named(tree function);
  [[nodiscard]] bool is_in_coroutine(location_t place) const;
  void read_fortran();
  [[nodiscard]] location_t place_of(int loop);
  [[nodiscard]] std::vector<BoundPragma> bound_pragmas();

  const Arguments &arguments_;
  FrontEndKind front_end_;
  bool settled_ = false;
  bool has_read_fortran_ = false;
  FortranLoops fortran_;
  std::vector<RecordedPragma> pragmas_;                       ///< filled by settle()
  std::vector<std::pair<location_t, location_t>> coroutines_; ///< first and last place of each coroutine
  LoopExtents extents_;
  mutable AnnotatedStatements statements_;
  LoopRequests requests_;
  LinkedLoops linked_;
  NamesInUnit names_; ///< functions that the user named
  std::unordered_set<unsigned> named_functions_;
  std::unordered_map<int, location_t> places_; ///< of loops, found by searching the text for the keyword
};

} // namespace osaca::gcc
