// The measuring steps of `osaca measure model`, each of which writes a file, and the frequent forms that are measured
// first.
#pragma once

#include "base/expected.h"
#include "measure/compose/composed_model.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::compose {

// The instruction forms that make up most of real programs.

struct FrequentForm {
  std::string_view opcode; ///< LLVM's name
  int per_100000 = 0;      ///< per 100,000 instructions of programs
};

/// About 500 forms of x86-64, the most frequent first.
[[nodiscard]] std::span<const FrequentForm> frequent_forms();

// The measuring steps of `osaca measure model`. Each writes a file that a later run can use.

struct StepOptions {
  std::string folder; ///< where the result files are written
  bool quick = false;
  bool resume = false;      ///< usable files of an earlier run are used
  double limit_seconds = 0; ///< for all steps together; the rarest forms come last and are left out
};

/// The number of steps of the whole command: the measuring steps, composition, and verification.
[[nodiscard]] constexpr int number_of_steps(bool quick) { return quick ? 5 : 7; }

/// The names of the result files in `folder`.
[[nodiscard]] MeasuredFiles part_files(const std::string &folder, bool quick);

/// Measures what is missing. Error: a step failed and has already printed its message; completed measurements are kept.
[[nodiscard]] Expected<MeasuredFiles> measure_parts(const StepOptions &options);

/// Why a file of an earlier run cannot be used; empty: it can. `here`: this machine.
[[nodiscard]] std::optional<std::string> why_not_taken(const std::string &path, const MeasuredMachine &here);

} // namespace osaca::measure::compose
