// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All data about the unit that is being compiled: the pragmas, the front end's events, and at its end which loops were
// selected and what became of them.
#pragma once

#include "front/array_places.h"
#include "front/event_log.h"
#include "front/pragma_recorder.h"
#include "rerun/observed_run.h"
#include "rerun/real_run.h"

#include "arguments.h"

namespace osaca::clang_plugin {

class Diagnoser;
struct BuiltCapture;

class Unit {
public:
  Unit(clang::CompilerInstance &instance, std::string file, ParsedArguments arguments)
      : instance_(instance), file_(std::move(file)), arguments_(std::move(arguments.arguments)),
        problems_(std::move(arguments.problems)) {}

  [[nodiscard]] RecordedPragmas &pragmas() { return pragmas_; }
  [[nodiscard]] EventLog &events() { return events_; }

  /// Whether the loops are read in the compiler's own run.
  [[nodiscard]] static bool observes(const clang::CompilerInstance &instance, const Arguments &arguments) {
    return arguments.all && !arguments.whole_unit && ObservedRun::is_possible(instance);
  }

  /// Call before the compiler's own run, if that run precedes finish().
  void watch_real_run();

  /// Call at the end of the unit, before or after the compiler's own run.
  void finish();

private:
  [[nodiscard]] bool wants_everything() const { return arguments_.all || !arguments_.functions.empty(); }
  /// What is read from the syntax tree.
  struct Source {
    LoopExtents extents;
    ArrayPlaces arrays;
    std::optional<UserRequests> requests;
  };

  /// Analyses the unit and shows the report. Returns the content for the section in the object, or "".
  [[nodiscard]] std::string report();

  /// Reads the loops and the requests for them, once. False: no loop can be requested.
  bool read_source();
  [[nodiscard]] ObservedRun::Subject subject() const;
  [[nodiscard]] std::optional<BuiltCapture> analyse(const Diagnoser &diagnoser);
  [[nodiscard]] bool can_be_analysed(clang::SourceLocation first, const Diagnoser &diagnoser) const;

  clang::CompilerInstance &instance_;
  std::string file_;
  Arguments arguments_;
  std::vector<std::string> problems_;
  RecordedPragmas pragmas_;
  EventLog events_;
  RealRun real_;
  std::unique_ptr<Source> source_;
  ObservedRun observed_;
  bool is_reported_ = false;
  std::string failure_; ///< why the unit was not analysed, although it has requested loops; "": it was, or has none
};

} // namespace osaca::clang_plugin
