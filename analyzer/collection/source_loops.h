// The loops of the source, each with all the machine loops generated from it, and how much each of them matters.
#pragma once

#include "base/cycles.h"
#include "collection/collection.h"
#include "report/report.h"

#include <string_view>

namespace osaca {

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

// The estimated importance of a loop without samples and profile. The formula is documented in
// docs/use/reading-a-report.md.

/// At least 0: predicted cycles times the compiler's estimate of the iterations, reduced for loops with calls.
/// `machine_loops`: the number of machine loops generated from the source loop on one core, because a function that is
/// inlined into many callers runs often.
[[nodiscard]] double guessed_weight(const KernelReport &kernel, int machine_loops = 1);

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

/// The most important loop first; loops of equal importance in the order of the source. Each of Collection::loops is in
/// exactly one source loop.
[[nodiscard]] std::vector<SourceLoop> source_loops(const Collection &collection);

/// The source loops, and what is known about the machine loop of each of Collection::loops.
struct SourceAndMachineLoops {
  std::vector<SourceLoop> source_loops; ///< as from source_loops()
  /// The time of the machine loop, all paths together: its share of the samples, else cycles according to the
  /// compiler's profile. The unit is the same for all machine loops of one source loop on one core. Empty: unknown.
  std::vector<std::optional<double>> times;
  std::vector<bool> represents; ///< whether this path represents its machine loop
};
[[nodiscard]] SourceAndMachineLoops source_and_machine_loops(const Collection &collection);

/// For each of Collection::loops, its index in `loops`.
[[nodiscard]] std::vector<int> source_loop_of_each(const Collection &collection, const std::vector<SourceLoop> &loops);

} // namespace osaca
