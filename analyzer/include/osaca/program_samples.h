// Assigns a profiler's samples to the loops of the sampled programs.
#pragma once

#include "base/expected.h"
#include "collection/measured_time.h"
#include "profile/perf_script.h"

#include <functional>
#include <optional>
#include <string>

namespace osaca {

struct SampleOptions {
  std::optional<double>
      clock_ghz; ///< clock of the core during sampling in GHz, needed for events that count time; empty: unknown
  bool same_run_as_profile = false; ///< SampledPrograms::same_run_as_profile
};

/// Returns the bytes of a program, given its name in the samples.
using ProgramFiles = std::function<Expected<std::string>(const std::string &)>;

/// Uses the event with the most samples. A program that cannot be read is reported as a problem if it has enough
/// samples to matter. Error: there are no samples, or the user
/// wants measured cycles and the event does not give them.
[[nodiscard]] Expected<SampledPrograms> sampled_programs(const ProfileReading &profile, const std::string &name,
                                                         const ProgramFiles &files, const SampleOptions &options);

} // namespace osaca
