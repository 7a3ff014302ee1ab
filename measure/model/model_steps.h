// The steps of `osaca measure model` that measure: each leaves a file, which a later run can take.
#pragma once

#include "base/expected.h"
#include "measure/model/model_files.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::composer {

struct StepOptions {
  std::string folder; ///< of the parts
  bool quick = false;
  bool resume = false;      ///< what is there and good is taken
  double limit_seconds = 0; ///< for all steps together; what comes last, rare forms, is left out
};

/// Of the whole command: those that measure, putting together, verification.
[[nodiscard]] constexpr int number_of_steps(bool quick) { return quick ? 5 : 7; }

/// The names of the parts' files in that folder.
[[nodiscard]] MeasuredFiles part_files(const std::string &folder, bool quick);

/// Measures what is missing. Error: a step failed, which has been explained; what was measured before is kept.
[[nodiscard]] Expected<MeasuredFiles> measure_parts(const StepOptions &options);

/// Why a file of an earlier run cannot be taken; empty: it can. `here`: the machine this is.
[[nodiscard]] std::optional<std::string> why_not_taken(const std::string &path, const MeasuredMachine &here);

} // namespace osaca::measure::composer
