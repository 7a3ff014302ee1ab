// The options that `analyze` and `capture` share, and --lines.
#pragma once

#include "base/expected.h"
#include "driver/command_line/option_set.h"
#include "osaca/analyze.h"
#include "settings/settings.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca::driver {

/// Parses "3-9,20-30": each range is a kernel of its own. Consecutive single lines ("12,13,14") are one range.
[[nodiscard]] Expected<std::vector<std::pair<int, int>>> parse_lines(const std::vector<std::string> &items);

/// The number of CPUs that this process may use.
[[nodiscard]] int default_jobs();

/// --data, --rows and --mispredict, as written: the user's knowledge about the program's data.
struct DataOptions {
  std::string data;
  std::string rows;
  std::string mispredict;

  /// Precondition: both options passed their checks.
  [[nodiscard]] DataPlace place() const;
  /// Precondition: the option passed its check. Empty: not given.
  [[nodiscard]] std::optional<double> mispredicted() const;
};
void add_data_options(OptionSet &options, DataOptions &data);

/// Adds --arch, --fixed, --ignore-unknown, --clock, the options of the timeline and --[no-]consider-flag-deps.
/// `default_core` describes the core that is used without --arch.
void add_analysis_options(OptionSet &options, AnalyzeOptions &analysis, const std::string &default_core);

/// The options, with the cores and the table of calls of a project where none are given.
[[nodiscard]] AnalyzeOptions with_defaults(AnalyzeOptions analysis, const Settings &project);

} // namespace osaca::driver
