// The loops of the source, whatever compilers made of them, and how much each matters.
#pragma once

#include "base/cycles.h"
#include "collection/collection.h"
#include "report/report.h"

#include <string_view>

namespace osaca {

// How much a loop matters beside the other loops of a project.

struct LoopWeight {
  enum class Source {
    guess,   ///< from the compiler's estimates and the kind of code: an order, no time
    profile, ///< iterations that a training run counted x predicted cycles
    samples  ///< where running programs were found
  };
  Source source = Source::guess;
  double share = 0; ///< samples: of all samples; profile: of the predicted time of all loops; a guess: of nothing, 0
  double score = 0; ///< the guess, to order loops of which nothing else is known; made for every loop

  /// Whether `share` is one of time.
  [[nodiscard]] bool is_known() const { return source != Source::guess; }
};

/// "guess", "profile", "samples": the names in JSON.
[[nodiscard]] std::string_view name_of(LoopWeight::Source source);

/// The one that matters more: a known share of time before none, samples before a profile before a guess; what is known
/// to take no time comes last.
[[nodiscard]] bool matters_before(const LoopWeight &a, const LoopWeight &b);

// How much a loop may matter where nobody counted anything: a score, to order loops by. docs/use/reading-a-report.md
// has the formula.

/// At least 0. Predicted cycles, times iterations as the compiler estimates them; calls sink. `machine_loops`: how many
/// loops of the machine code the source loop became on one core; what is inlined into many callers runs often.
[[nodiscard]] double guessed_weight(const KernelReport &kernel, int machine_loops = 1);

// One loop of the source, whatever compilers made of it: its roles, copies in callers, instances of templates, paths
// and cores.

/// Cycles of several machine loops or paths.
struct CyclesSpan {
  Cycles least;
  Cycles most;
  bool of_source_iterations =
      false; ///< per iteration of the source's loop; else per iteration of each one's machine loop
};

/// A source loop on one core.
struct LoopOnCore {
  std::string arch;
  int speaker = 0; ///< index into Collection::loops: the path of the machine loop that it is shown by
  std::vector<int>
      loops; ///< all of its paths and machine loops on this core, `speaker` first, then in the collection's order
  int machine_loops = 1;          ///< how many; the others of `loops` are paths
  std::optional<CyclesSpan> rest; ///< of all but the speaker; empty: there are no others
};

struct SourceLoop {
  SourceLocation where; ///< of the loop statement; not known: there is no source, `function` and `name` tell it
  std::string function; ///< the speaker's symbol on the first core
  std::string name;     ///< the speaker's label
  std::vector<LoopOnCore> cores; ///< by name; at least one
  LoopWeight weight;
  LoopFrequency frequency =
      {}; ///< of the machine loops like the speaker of the first core, together; estimates: the speaker's
  bool by_pragma = false; ///< somebody annotated it, or named its function

  [[nodiscard]] int speaker() const { return cores.front().speaker; }
  /// On all cores.
  [[nodiscard]] std::vector<int> loops() const;
  /// Iterations of the source loop each time that it runs; empty: nobody counted them, or nobody knows how many of them
  /// a machine iteration does. Of estimates too.
  [[nodiscard]] std::optional<double> mean_trips(const Collection &collection) const;
};

/// The one that matters most first; of equal ones in the order of the source. Each of Collection::loops is in exactly
/// one.
[[nodiscard]] std::vector<SourceLoop> source_loops(const Collection &collection);

/// For each of Collection::loops how long its machine loop takes, all paths together, in a unit that is the same for
/// all machine loops of one source loop on one core: the share of the samples, else cycles by the compiler's profile.
/// Empty: not known.
[[nodiscard]] std::vector<std::optional<double>> times_of_machine_loops(const Collection &collection);

/// For each of Collection::loops, its index in `loops`.
[[nodiscard]] std::vector<int> source_loop_of_each(const Collection &collection, const std::vector<SourceLoop> &loops);

} // namespace osaca
