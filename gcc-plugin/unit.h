// SPDX-License-Identifier: GPL-3.0-or-later
// Everything known about the unit that is being compiled: which loops the user asked for, and what became of
// them. Filled by the compiler's events in their order: parse, then each function's code, then the end.
#pragma once

#include "array_names.h"
#include "fortran_loops.h"
#include "front_end.h"
#include "function_text.h"
#include "linked_loops.h"

#include "arguments.h"
#include "loop_requests.h"
#include "named_functions.h"

namespace osaca::gcc {

/// What is left of an annotated loop in one emitted function.
struct Sighting {
  std::string function;  ///< readable
  unsigned instance = 0; ///< DECL_UID of the source function that it belongs to there
  bool has_loop = false; ///< whether it still loops there
  Remains remains;
};

/// What became of the functions of the unit.
struct FunctionFates {
  std::unordered_set<unsigned> written;             ///< DECL_UIDs, with those that they are clones of
  std::unordered_map<unsigned, std::string> merged; ///< DECL_UID of a function to the name of its identical twin
};

/// What became of a loop that was asked for.
struct Outcome {
  location_t location = UNKNOWN_LOCATION; ///< the loop's, else the pragma's
  bool found = false;
  std::vector<Sighting> sightings;
};

class Unit {
public:
  Unit(Arguments arguments, FrontEnd front_end)
      : arguments_(std::move(arguments)), front_end_(front_end), locations_(contexts_),
        requested_({}, {}, arguments_.all), linked_(extents_, requested_, pragmas_) {}

  /// A function's body as parsed; `is_pattern`: perhaps only a template's.
  void add_body(tree function, bool is_pattern);

  /// The same in Fortran, whose functions come when they are about to be lowered: `cfun`. The first time the text of the unit is read.
  void add_lowered_body();

  /// Of Fortran: whether anything was asked for. Reads the text, if no function came.
  [[nodiscard]] bool has_wishes_in_fortran();

  /// Of a program that is being linked: what stands in the text of `cfun` and of what was inlined into it.
  void meet_function();

  /// When functions have been merged and none is written yet.
  void after_merging();

  /// While the compiler still knows the loops of `cfun`: before its loop passes, before if-conversion, around the vectoriser, and at the end of
  /// its loop passes.
  void before_loop_passes();
  void before_if_conversion();
  void before_vectoriser();
  void after_vectoriser();
  void after_gimple();
  void before_loops_are_forgotten();

  /// Around the pass that writes `cfun`.
  void before_text();
  void after_text();

  /// Of all bodies that were parsed and all functions that were written.
  void finish();

  /// Instead of finish() where nothing was watched: what an earlier compile reported is out of date.
  void drop_report() const;

private:
  void settle();
  [[nodiscard]] bool is_fortran() const { return front_end_ == FrontEnd::fortran; }
  [[nodiscard]] bool asks_by_argument() const { return arguments_.all || !arguments_.functions.empty(); }
  void read_fortran();
  [[nodiscard]] bool wants_loops();
  [[nodiscard]] LoopRequests ask_for_loops() const;
  [[nodiscard]] bool is_linked() const { return front_end_ == FrontEnd::lto; }
  [[nodiscard]] location_t location_of(int request);
  /// Where it is shown, in the table of locations; in code that was inlined through the calls of `context`.
  [[nodiscard]] int shown_at(int request, int context);
  [[nodiscard]] int shown_at(const LoopExtent &extent, int context);
  void meet_loops();
  [[nodiscard]] int requested_around(const MachineLoop &loop) const;
  void add_loop(const MachineLoop &loop);
  [[nodiscard]] bool is_named(tree function);
  /// DECL_UID of the source function that the loop belongs to in `cfun`, 0 if unknown.
  [[nodiscard]] unsigned instance_of(const LoopCopy &copy) const;
  void note_remains();
  void note_instructions();
  [[nodiscard]] capture::Capture take_capture();

  Arguments arguments_;
  FrontEnd front_end_;
  FortranLoops fortran_;
  bool has_read_fortran_ = false;
  std::vector<RecordedPragma> pragmas_; ///< from when the extents are settled
  LoopExtents extents_;
  InlineContexts contexts_;
  LocationTable locations_;
  LoopNumbers numbers_;
  ArrayNames arrays_;
  bool settled_ = false;
  LoopRequests requested_;
  LinkedLoops linked_;
  std::unordered_map<int, Outcome> outcomes_; ///< by index of the request
  NamesInUnit names_; ///< of the functions that the user named
  std::unordered_set<unsigned> named_functions_;
  FunctionFates fates_;
  FunctionLoops current_;
  std::vector<AnnotatedLoop> current_annotated_;
  KnownOfInstructions current_known_;
  std::vector<capture::Function> functions_;
  std::vector<capture::Target> targets_; ///< of these, if they may differ
};

} // namespace osaca::gcc
