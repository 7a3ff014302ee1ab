// Why a loop was measured to take another time than was predicted: what the report itself knows that may account for
// it. No cause is certain: each is what would make the measured figure plausible.
#pragma once

#include "report/report.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

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
