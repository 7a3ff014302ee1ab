// A profiler's samples: --profile and what belongs to it.
#pragma once

#include "base/expected.h"
#include "collection/sampled_time.h"
#include "driver/command_line/option_set.h"

#include <string>

namespace osaca::driver {

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
