// The measured time of loops, from samples of running programs, and why it differs from the prediction.
#pragma once

#include "base/source_location.h"
#include "report/report.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

// What samples of running programs say about a loop.

struct SampledTime {
  double share = 0;                           ///< fraction of all samples of the programs, 0 to 1
  std::optional<double> cycles_per_iteration; ///< measured, per iteration of the machine loop
};

/// A loop of a sampled program.
struct SampledLoop {
  int outer = -1;                    ///< index of the enclosing loop in the same list; -1: none
  std::string function;              ///< the symbol
  std::vector<std::string> opcodes;  ///< of its instructions, including those of inner loops, in the order of addresses
  std::vector<int> lines = {};       ///< source lines, parallel to `opcodes`; 0: unknown
  SourceLocation place = {};         ///< its beginning; unknown without debug information
  double share = 0;                  ///< fraction of all samples, without those in inner loops
  std::optional<double> cycles = {}; ///< core cycles in the same samples; empty: unknown
};

/// A function with samples outside of loops.
struct HotFunction {
  std::string function;      ///< the symbol
  SourceLocation place = {}; ///< its beginning; unknown without debug information
  bool has_loops = false;
  double share = 0;                ///< fraction of all samples, outside of its loops
  SourceLocation called_from = {}; ///< the call in the caller with the most samples; unknown without debug information
  std::string caller = {};         ///< the symbol of that caller; empty: the program contains no direct call
  int other_calls = 0;             ///< number of other places that call it
};

/// A program with samples whose loops are unknown.
struct UnreadProgram {
  std::string name;
  double share = 0;   ///< fraction of all samples
  std::string reason; ///< the error message of the attempt to read it
};

/// The samples, before they are matched with the loops of a collection.
struct SampledPrograms {
  std::string name;  ///< name of the sample file, for messages
  std::string event; ///< name of the event: "cpu-clock"
  std::size_t sample_count = 0;
  std::vector<SampledLoop> loops = {};         ///< of all programs, in the order of their addresses
  bool same_run_as_profile = false;            ///< the user said that the compiler's profile is from the sampled run
  std::set<std::string> functions = {};        ///< symbols of all programs that were read
  std::vector<UnreadProgram> unread = {};      ///< programs with enough samples to matter
  std::vector<HotFunction> hot_functions = {}; ///< functions with enough samples to matter
};

/// A loop of a program that is not in the collection.
struct UnreportedLoop {
  std::string function;
  SourceLocation place; ///< unknown without debug information
  double share = 0;     ///< fraction of all samples
};

/// The share of the samples that is in loops of the collection; see with_samples() in collect.h.
struct PlacedSamples {
  std::string name;
  std::string event;
  std::size_t sample_count = 0;
  double placed_share = 0;      ///< in loops of the collection
  double other_loops_share = 0; ///< in loops of these programs that are not in the collection
  std::vector<UnreadProgram> unread;
  std::vector<HotFunction> hot_functions; ///< most samples first
  std::vector<UnreportedLoop> unreported; ///< a few loops with the most samples, most samples first
};

// Explains why the measured time of a loop differs from the prediction, with the data in the report. No cause is
// certain; each of them is only a plausible explanation of the measured figure.

struct DifferenceCause {
  enum class Kind {
    inner_loops,      ///< an outer loop: the prediction counts each inner loop once, but samples in inner loops are not
                      ///< attributed to it
    calls,            ///< the cost of called functions is not predicted
    called_functions, ///< the cost of called functions is predicted, but their samples are not attributed to the loop
    unknown_code,     ///< the prediction leaves out a cost: "at least"
    mispredictions,   ///< mispredicted branches; at most as many cycles as the report estimates
    few_iterations,   ///< each time the loop is entered, its first iterations wait for their whole critical path, which
                    ///< takes longer than predicted. A loop can also be faster: a loop-carried chain ends with the last
                    ///< iteration, and the next run does not wait for it
    memory,            ///< data come from a level after the first
    same_place,        ///< updates of a table that hit the same address wait for each other
    unknown_addresses, ///< the addresses of some loads are unknown, so they may miss the caches
    other_paths,       ///< paths that were not analysed, or that differ from the likely one in the profile
    code_place,        ///< the address at which the linker places the code
    shared_counts, ///< one of several copies: the compiler had one count for all of them and divided it by an estimate
    few_samples    ///< the difference is within two standard deviations of the samples
  };
  Kind kind = Kind::unknown_code;
  std::optional<double> cycles = {}; ///< cycles per iteration with this cause alone; empty: unknown
  std::string level = {}; ///< for `memory`: the first level that explains the time, or else the last level of the
                          ///< model; empty: a level that the model does not describe
};

/// The names in JSON: "inner_loops", "calls", ...
[[nodiscard]] std::string_view name_of(DifferenceCause::Kind kind);

struct MeasuredDifference {
  enum class Verdict { as_predicted, slower, faster };
  enum class Accounted {
    fully,   ///< causes with figures explain the measurement, or it is as predicted
    perhaps, ///< there are causes without figures
    partly,  ///< causes with figures explain a part of it
    not_at_all
  };
  static constexpr double tolerance = 0.15; ///< a relative difference up to this counts as predicted

  Verdict verdict = Verdict::as_predicted;
  Accounted accounted = Accounted::fully;
  double predicted_cycles =
      0; ///< per iteration: the mean over all analysed paths by probability if that is known, else of the slowest path
  double measured_cycles = 0;
  std::vector<DifferenceCause> causes = {}; ///< most important first; empty if the time is as predicted
};

/// The names in JSON: "as_predicted", "slower", "faster"; "fully", "perhaps", "partly", "not_at_all".
[[nodiscard]] std::string_view name_of(MeasuredDifference::Verdict verdict);
[[nodiscard]] std::string_view name_of(MeasuredDifference::Accounted accounted);

/// `paths`: all paths of one machine loop on one core, at least one. `measured_cycles`: per iteration. `samples`: the
/// number of samples that this figure is based on. `has_versions`: the compiler generated a scalar version of the loop,
/// so that it had one count for several machine loops.
[[nodiscard]] MeasuredDifference measured_difference(const std::vector<const KernelReport *> &paths,
                                                     double measured_cycles, double samples, bool has_versions = false);

} // namespace osaca
