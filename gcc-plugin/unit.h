// SPDX-License-Identifier: GPL-3.0-or-later
// Everything known about the unit that is being compiled: which loops the user asked for, and what became of
// them. Filled by the compiler's events in their order: parse, then each function's code, then the end.
#pragma once

#include "array_names.h"
#include "asked_loops.h"
#include "function_text.h"

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
  bool found = false;
  std::vector<Sighting> sightings;
};

class Unit {
public:
  Unit(Arguments arguments, FrontEnd front_end);

  /// What AskedLoops tells of them.
  void add_body(tree function, bool is_pattern) { asked_.add_body(function, is_pattern); }
  void meet_coroutine() { asked_.meet_coroutine(); }
  void add_lowered_body();
  [[nodiscard]] bool has_wishes_in_fortran() { return asked_.has_wishes_in_fortran(); }
  void meet_function() { asked_.meet_function(); }

  /// When functions have been merged and none is written yet.
  void after_merging();

  /// While the compiler still knows the loops of `cfun`: before its loop passes, before if-conversion, around the
  /// vectoriser, and at the end of its loop passes.
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
  [[nodiscard]] bool wants_loops();
  [[nodiscard]] int requested_around(const MachineLoop &loop) const;
  void add_loop(const MachineLoop &loop);
  /// DECL_UID of the source function that the loop belongs to in `cfun`, 0 if unknown.
  [[nodiscard]] unsigned instance_of(const LoopCopy &copy) const;
  void note_remains();
  void note_instructions();
  [[nodiscard]] capture::Capture take_capture();

  Arguments arguments_;
  AskedLoops asked_;
  InlineContexts contexts_;
  LocationTable locations_;
  LoopNumbers numbers_;
  ArrayNames arrays_;
  std::unordered_map<int, Outcome> outcomes_; ///< by index of the request
  FunctionFates fates_;
  FunctionLoops current_;
  std::vector<AnnotatedLoop> current_annotated_;
  KnownOfInstructions current_known_;
  std::vector<capture::Function> functions_;
  std::vector<capture::Target> targets_; ///< of these, if they may differ
};

} // namespace osaca::gcc
