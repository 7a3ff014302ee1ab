// The time that loops really took, as samples of running programs tell it, and why that is not what was predicted.
#pragma once

#include "base/source_location.h"
#include "report/report.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

// What samples of running programs said of a loop.

struct SampledTime {
  double share = 0;                           ///< of all samples of the programs, 0 to 1
  std::optional<double> cycles_per_iteration; ///< measured, of the machine loop
};

/// A loop of a program that was sampled.
struct SampledLoop {
  int outer = -1;       ///< place of the loop around it in the same list; -1: none
  std::string function; ///< symbol
  std::vector<std::string>
      opcodes;                 ///< of its instructions, those of loops inside it included, in the order of addresses
  std::vector<int> lines = {}; ///< of the source, parallel; 0: unknown
  SourceLocation place = {};   ///< where it begins; unknown without debug information
  double share = 0;            ///< of all samples, but for those in loops inside it
  std::optional<double> cycles = {}; ///< of the core, in the same; empty: the samples do not tell
};

/// A function that takes time outside of its loops, or has none.
struct HotFunction {
  std::string function;      ///< symbol
  SourceLocation place = {}; ///< where it begins; unknown without debug information
  bool has_loops = false;
  double share = 0;                ///< of all samples, outside of its loops
  SourceLocation called_from = {}; ///< the call in the function with most samples; unknown without debug information
  std::string caller = {};         ///< that function's symbol; empty: nothing in its program calls it directly
  int other_calls = 0;             ///< further places that call it
};

/// A program with samples in it whose loops are not known.
struct UnreadProgram {
  std::string name;
  double share = 0;   ///< of all samples
  std::string reason; ///< as reading it says
};

/// What was sampled, and how much of it is in loops that a report is of.
struct SampledPrograms {
  std::string name;  ///< of the file, for people
  std::string event; ///< "cpu-clock"
  std::size_t sample_count = 0;
  std::vector<SampledLoop> loops = {};    ///< of all programs, in the order of their addresses
  bool same_run_as_profile = false;       ///< somebody said that the compiler's profile is of the run that was sampled
  std::set<std::string> functions = {};   ///< symbols of all programs that were read
  std::vector<UnreadProgram> unread = {}; ///< those with enough samples to matter
  std::vector<HotFunction> hot_functions = {}; ///< the same
};

/// A loop of a program that is none of the collection's.
struct UnreportedLoop {
  std::string function;
  SourceLocation place; ///< unknown without debug information
  double share = 0;     ///< of all samples
};

/// How much of the samples is in loops of the collection; see samples_by_loop.h.
struct PlacedSamples {
  std::string name;
  std::string event;
  std::size_t sample_count = 0;
  double placed_share = 0;      ///< in loops of the collection
  double other_loops_share = 0; ///< in loops of these programs that no report is of
  std::vector<UnreadProgram> unread;
  std::vector<HotFunction> hot_functions; ///< most first
  std::vector<UnreportedLoop> unreported; ///< those with most of `other_loops_share`, most first, a few
};

// Why a loop was measured to take another time than was predicted: what the report itself knows that may account for
// it. No cause is certain: each is what would make the measured figure plausible.

struct DifferenceCause {
  enum class Kind {
    inner_loops,    ///< an outer loop: the prediction has each loop in it once, and samples in those are not its own
    calls,          ///< what a callee does to the loop is not predicted
    unknown_code,   ///< the prediction leaves something out: "at least"
    mispredictions, ///< by the estimate of the report, at most
    few_iterations, ///< each time that it runs it begins anew: the first iterations wait for their critical path; or,
                    ///< where it is faster, a chain ends with the last iteration and the next run need not wait for it
    memory,         ///< data that come from a level behind the first
    same_place,     ///< updates of a table that come to the same place again wait for each other
    unknown_addresses, ///< nobody knows where some loads go: they may miss the caches
    other_paths,       ///< paths that were not followed, or others than the profile's likely one
    code_place,        ///< where the linker puts the code
    shared_counts,     ///< one of several copies: the compiler had one count for all and divided it by guess
    few_samples        ///< two standard deviations of the samples cover it
  };
  Kind kind = Kind::unknown_code;
  std::optional<double> cycles = {}; ///< per iteration that the loop would take with this alone; empty: nobody knows
  std::string level =
      {}; ///< of `memory`: the first that would do, else the last that the model has; empty: one behind those
};

/// "inner_loops", "calls", ...: the names in JSON.
[[nodiscard]] std::string_view name_of(DifferenceCause::Kind kind);

struct MeasuredDifference {
  enum class Verdict { as_predicted, slower, faster };
  enum class Accounted {
    fully,   ///< causes with figures reach what was measured, or it is as predicted
    perhaps, ///< there are causes without a figure
    partly,  ///< causes with figures reach a part of it
    not_at_all
  };
  static constexpr double tolerance = 0.15; ///< measured to predicted, up to which it counts as predicted

  Verdict verdict = Verdict::as_predicted;
  Accounted accounted = Accounted::fully;
  double predicted_cycles = 0; ///< per iteration: of all followed paths by how likely they are, else of the slowest
  double measured_cycles = 0;
  std::vector<DifferenceCause> causes = {}; ///< those with most to say first; none where it is as predicted
};

/// "as_predicted", "slower", "faster"; "fully", "perhaps", "partly", "not_at_all": the names in JSON.
[[nodiscard]] std::string_view name_of(MeasuredDifference::Verdict verdict);
[[nodiscard]] std::string_view name_of(MeasuredDifference::Accounted accounted);

/// `paths`: all of one machine loop on one core, at least one. `samples`: how many the measured cycles per iteration
/// are of.
[[nodiscard]] MeasuredDifference measured_difference(const std::vector<const KernelReport *> &paths,
                                                     double measured_cycles, double samples);

} // namespace osaca
