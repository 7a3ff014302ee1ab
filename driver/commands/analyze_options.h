// The options that `analyze` and `capture` have in common, and --lines.
#pragma once

#include "base/expected.h"
#include "driver/command_line/option_set.h"
#include "osaca/analyze.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca::driver {

/// "3-9,20-30": each range a kernel of its own; single lines that follow one another ("12,13,14") are one range.
[[nodiscard]] Expected<std::vector<std::pair<int, int>>> parse_lines(const std::vector<std::string> &items);

/// As many as the machine has CPUs that this process may use.
[[nodiscard]] int default_jobs();

/// --data, --rows and --mispredict, as they were written: what somebody knows of the program's data.
struct DataOptions {
  std::string data;
  std::string rows;
  std::string mispredict;

  /// Precondition: both passed their checks.
  [[nodiscard]] DataPlace place() const;
  /// Precondition: it passed its check. Empty: not said.
  [[nodiscard]] std::optional<double> mispredicted() const;
};
void add_data_options(OptionSet &options, DataOptions &data);

/// --arch, --fixed, --ignore-unknown, --[no-]consider-flag-deps. `default_core` tells what serves without --arch.
void add_analysis_options(OptionSet &options, AnalyzeOptions &analysis, const std::string &default_core);

} // namespace osaca::driver
