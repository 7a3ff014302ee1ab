// Files that a report is compared with: baselines, and a profiler's samples.
#pragma once

#include "base/expected.h"
#include "collection/baseline.h"
#include "collection/measured_time.h"
#include "driver/command_line/option_set.h"

#include <optional>
#include <string>

namespace osaca::driver {

// Baseline files, and the tolerance for comparing with them.

/// Whether the text is a baseline and not a report.
[[nodiscard]] bool is_baseline(const std::string &json);

/// In at most `jobs` threads.
[[nodiscard]] Expected<Baseline> read_baseline_file(const std::string &path, int jobs = 1);

/// For a report about files below `root`: the baseline's name becomes relative to it.
[[nodiscard]] Expected<Baseline> read_baseline_file(const std::string &path, const std::string &root, int jobs = 1);

/// Reports on standard error if loops could not be compared, and if files have other names because of another root.
/// False: loops were not compared, so that the comparison must not count as passed. `root`: of the new build.
[[nodiscard]] bool compared_all(const Comparison &comparison, const std::string &root);

/// Reports on standard error if a tolerance is given, but there is no baseline to compare with.
[[nodiscard]] bool may_set_tolerance(const std::string &tolerance, const std::string &baseline);

/// Parses "5", "5%" or "2.5 %", from 0 to 1000. Otherwise it reports an error and returns nothing.
[[nodiscard]] std::optional<double> tolerance_percent_of(const std::string &text);

// A profiler's samples: --profile and related options.

struct ProfileOptions {
  std::string file;     ///< empty: none
  double clock_ghz = 0; ///< in GHz; 0: not given
  bool same_run = false;
};

/// Adds --profile, --clock and --same-run.
void add_profile_options(OptionSet &options, ProfileOptions &chosen);

/// Reads perf.data through `perf script`, or its output as text. Programs are read from the paths recorded in the
/// samples. Errors: the file cannot be read, perf is missing or fails, there are no samples.
[[nodiscard]] Expected<SampledPrograms> read_profile(const ProfileOptions &options);

} // namespace osaca::driver
