// From a profiler's samples to the loops of the programs that were sampled.
#pragma once

#include "base/expected.h"
#include "collection/sampled_time.h"
#include "profile/perf_script.h"

#include <functional>
#include <optional>
#include <string>

namespace osaca {

struct SampleOptions {
  std::optional<double> clock_ghz; ///< of the core while it was sampled, for events that count time; empty: nobody said
  bool same_run_as_profile = false; ///< SampledPrograms::same_run_as_profile
};

/// The bytes of a program by the name that the samples have for it.
using ProgramFiles = std::function<Expected<std::string>(const std::string &)>;

/// Of the event that most samples are of. A program that cannot be read is one of the problems, if enough samples are
/// in it to matter. Errors: no samples.
[[nodiscard]] Expected<SampledPrograms> sampled_programs(const ProfileReading &profile, const std::string &name,
                                                         const ProgramFiles &files, const SampleOptions &options);

} // namespace osaca
