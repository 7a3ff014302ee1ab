// The options that `analyze` and `capture` have in common, and --lines.
#pragma once

#include "base/expected.h"
#include "driver/command_line/option_set.h"
#include "osaca/analyze.h"

#include <string>
#include <utility>
#include <vector>

namespace osaca::driver {

/// "3-9,20-30": each range a kernel of its own; single lines that follow one another ("12,13,14") are one range.
[[nodiscard]] Expected<std::vector<std::pair<int, int>>> parse_lines(const std::vector<std::string> &items);

/// As many as the machine has CPUs that this process may use.
[[nodiscard]] int default_jobs();

/// --data and --rows, as they were written.
struct DataOptions {
  std::string data;
  std::string rows;

  /// Precondition: both passed their checks.
  [[nodiscard]] DataPlace place() const;
};
void add_data_options(OptionSet &options, DataOptions &data);

/// --arch, --fixed, --ignore-unknown, --[no-]consider-flag-deps. `default_core` tells what serves without --arch.
void add_analysis_options(OptionSet &options, AnalyzeOptions &analysis, const std::string &default_core);

} // namespace osaca::driver
