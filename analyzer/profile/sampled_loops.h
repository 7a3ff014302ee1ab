// Samples of a program, each in the innermost loop that it was taken in.
#pragma once

#include "profile/perf_script.h"
#include "profile/program_code.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// By how much the addresses of samples differ from those of their file, as most of the samples have it whose function
/// is told and of which there is only one. Empty: of no sample.
[[nodiscard]] std::optional<std::uint64_t> load_bias(const std::vector<const ProfileSample *> &samples,
                                                     const std::vector<ProgramFunction> &functions);

/// How many events (periods added up) were in each loop and in none of those inside it.
[[nodiscard]] std::vector<double> events_by_loop(const std::vector<const ProfileSample *> &samples, std::uint64_t bias,
                                                 const std::vector<ProgramLoop> &loops);

} // namespace osaca
