// The options that `analyze` and `capture` have in common, and --lines.
#pragma once

#include "base/expected.h"
#include "driver/command_line.h"
#include "osaca/analyze.h"

#include <string>
#include <utility>
#include <vector>

namespace osaca::driver {

/// "3-9,20-30": each range a kernel of its own; single lines that follow one another ("12,13,14") are one range.
[[nodiscard]] Expected<std::vector<std::pair<int, int>>> parse_lines(const std::vector<std::string> &items);

/// --arch, --fixed, --ignore-unknown, --[no-]consider-flag-deps. `default_core` tells what serves without --arch.
void add_analysis_options(CLI::App &app, AnalyzeOptions &options, const std::string &default_core);

} // namespace osaca::driver
