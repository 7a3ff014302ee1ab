// SPDX-License-Identifier: GPL-3.0-or-later
// All data about the unit that is being compiled: which loops the user selected, and what became of them. The
// compiler's events fill it in this order: parsing, then each function's code, then the end of the unit.
#pragma once

#include "front/requested_loops.h"
#include "gimple/array_names.h"
#include "machine/assembly.h"

namespace osaca::gcc {

/// What is left of an annotated loop in one emitted function.
struct Sighting {
  std::string function;  ///< as a readable name
  unsigned instance = 0; ///< DECL_UID of the function that contains the loop in the source; it may be inlined
  bool has_loop = false; ///< whether the loop still exists there
  Remains remains;
};

/// What became of the functions of the unit.
struct FunctionFates {
  std::unordered_set<unsigned> written; ///< DECL_UIDs, including the originals of clones
  struct Merged {
    tree function;
    unsigned uid_of_twin; ///< DECL_UID of the identical function that is used instead
    std::string twin;     ///< its name
  };
  std::unordered_map<unsigned, Merged> merged; ///< by DECL_UID
};

/// What became of a selected loop.
struct Outcome {
  bool found = false;
  bool loops_have_pragmas = false; ///< of a statement: some of its loops have pragmas of their own
  bool has_inlined = false;        ///< of a statement: some instructions come from functions that were inlined
  std::vector<Sighting> sightings;
};

class Unit {
public:
  Unit(Arguments arguments, FrontEndKind front_end);

  /// These forward to RequestedLoops.
  void add_body(tree function, bool is_pattern) { requested_.add_body(function, is_pattern); }
  void note_coroutine() { requested_.note_coroutine(); }
  void add_lowered_body();
  [[nodiscard]] bool has_fortran_requests() { return requested_.has_fortran_requests(); }
  void add_current_function() { requested_.add_current_function(); }

  /// Call when functions have been merged and before any is written.
  void after_merging();

  /// Call while the compiler still knows the loops of `cfun`: before its loop passes, before if-conversion, around the
  /// vectoriser, and at the end of its loop passes.
  void before_loop_passes();
  void before_if_conversion();
  void before_vectoriser();
  void after_vectoriser();
  void after_gimple();
  void before_loops_are_forgotten();

  /// Call around the pass that writes `cfun`.
  void before_text();
  void after_text();

  /// Reports about the whole unit, at its end.
  void finish();

  /// Call instead of finish() if no loop was selected: removes the outdated report of an earlier compile.
  void drop_report() const;

private:
  void settle();
  [[nodiscard]] bool wants_loops();
  [[nodiscard]] int requested_around(const MachineLoop &loop) const;
  void add_loop(const MachineLoop &loop);
  void note_twins();
  [[nodiscard]] LoopCopy as_written(const LoopCopy &source);
  void assign_loops_of_twins();
  void add_loop_for_twins(const MachineLoop &loop);
  [[nodiscard]] int request_by_statement(const MachineLoop &loop, const StatementSite &site, int other);
  void add_loop_of_statement(int request, const MachineLoop &loop, const StatementSite &site);
  void add_whole_function();
  void note_remains_of_statements();
  /// DECL_UID of the function in whose source the loop was written. That function is not `cfun` if it was inlined into
  /// `cfun`. 0: unknown.
  [[nodiscard]] unsigned instance_of(int context) const;
  void note_remains();
  void note_instructions();
  [[nodiscard]] bool may_be_callee() const;
  void keep_callee(CapturedText text);
  [[nodiscard]] vanish::Fate fate_of_request(const LoopRequest &request, const Outcome &outcome);
  [[nodiscard]] capture::Capture take_capture();

  Arguments arguments_;
  RequestedLoops requested_;
  InlineContexts contexts_;
  LocationTable locations_;
  LoopNumbers numbers_;
  ArrayNames arrays_;
  std::unordered_map<int, Outcome> outcomes_; ///< by index of the request
  FunctionFates fates_;
  FunctionLoops current_;
  std::vector<AnnotatedLoop> current_annotated_;
  std::set<int> twins_found_; ///< requests for loops of functions that `cfun` replaces
  KnownOfInstructions current_known_;
  std::vector<capture::Function> functions_;
  std::vector<capture::Function> callees_; ///< functions without annotated loops, which annotated loops may call
  size_t callee_bytes_ = 0;                ///< of the assembly of all `callees_`
  std::vector<capture::Target> targets_;   ///< at link time: the target of each function; else empty
};

} // namespace osaca::gcc
