// A loop of the source, with all the machine loops generated from it, and how much it matters.
#pragma once

#include "base/compiler_facts.h"
#include "base/cycles.h"
#include "base/source_location.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct Collection;

// How much a loop matters in comparison with the other loops of a project.

struct LoopWeight {
  enum class Source {
    guess,   ///< the compiler's estimates and the kind of code: gives an order, but no time
    profile, ///< iterations counted in a training run x predicted cycles
    samples  ///< samples of running programs
  };
  Source source = Source::guess;
  double share =
      0; ///< samples: fraction of all samples; profile: fraction of the predicted time of all loops; guess: 0
  double score = 0; ///< the guess, which orders loops without other information; computed for every loop

  /// Whether `share` is a share of time.
  [[nodiscard]] bool is_known() const { return source != Source::guess; }
};

/// The names in JSON: "guess", "profile", "samples".
[[nodiscard]] std::string_view name_of(LoopWeight::Source source);

/// Orders loops by importance: a known share of time precedes an unknown one, and samples precede a profile, which
/// precedes a guess. Loops that are known to take no time come last.
[[nodiscard]] bool matters_before(const LoopWeight &a, const LoopWeight &b);

// One loop of the source with everything generated from it: roles, copies in callers, instances of templates, paths and
// cores.

/// The range of cycles of several machine loops or paths.
struct CyclesSpan {
  Cycles least;
  Cycles most;
  bool of_source_iterations = false; ///< per source iteration; else per iteration of each machine loop
};

/// A source loop on one core.
struct LoopOnCore {
  std::string arch;
  int representative =
      0; ///< the path of the machine loop that represents the source loop, as an index into Collection::loops
  std::vector<int> loops; ///< all of its paths and machine loops on this core: `representative` first, then in the
                          ///< collection's order
  int machine_loops = 1;  ///< number of machine loops; the remaining entries of `loops` are paths
  std::optional<CyclesSpan> rest; ///< of all except the representative; empty: there are no others
};

struct SourceLoop {
  SourceLocation where; ///< the loop statement; unknown without source: then `function` and `name` identify the loop
  std::string function; ///< the representative's symbol on the first core
  std::string name;     ///< the representative's label
  std::vector<LoopOnCore> cores; ///< sorted by name; at least one
  LoopWeight weight;
  LoopFrequency frequency = {}; ///< sum over the machine loops with the role of the first core's representative; for
                                ///< estimates, the representative's own
  bool by_pragma = false;       ///< the user annotated the loop or named its function

  [[nodiscard]] int representative() const { return cores.front().representative; }
  /// On all cores.
  [[nodiscard]] std::vector<int> loops() const;
  /// Mean source iterations each time the loop runs, from a profile or from estimates; empty: the counts, or the source
  /// iterations per machine iteration, are unknown.
  [[nodiscard]] std::optional<double> mean_trips(const Collection &collection) const;
};

} // namespace osaca
