// What a report is held against: baselines on disk, and a profiler's samples.
#pragma once

#include "base/expected.h"
#include "collection/baseline.h"
#include "collection/measured_time.h"
#include "driver/command_line/option_set.h"

#include <optional>
#include <string>

namespace osaca::driver {

// Baselines on disk, and the numbers that go with them.

/// Whether the text is a baseline's, rather than a report's.
[[nodiscard]] bool is_baseline(const std::string &json);

[[nodiscard]] Expected<Baseline> read_baseline_file(const std::string &path);

/// For a report on what is below `root`: the baseline's name is as seen from there.
[[nodiscard]] Expected<Baseline> read_baseline_file(const std::string &path, const std::string &root);

/// "5", "5%" or "2.5 %", from 0 to 1000; complains and returns nothing otherwise.
[[nodiscard]] std::optional<double> tolerance_percent_of(const std::string &text);

// A profiler's samples: --profile and what belongs to it.

struct ProfileOptions {
  std::string file;     ///< empty: none
  double clock_ghz = 0; ///< 0: not said
  bool same_run = false;
};

/// --profile, --clock, --same-run.
void add_profile_options(OptionSet &options, ProfileOptions &chosen);

/// perf.data is read through `perf script`, text as it prints it directly; programs are looked for where they were.
/// Errors: it cannot be read, perf is not there or fails, there are no samples.
[[nodiscard]] Expected<SampledPrograms> read_profile(const ProfileOptions &options);

} // namespace osaca::driver
