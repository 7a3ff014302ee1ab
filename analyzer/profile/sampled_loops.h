// Samples of a program, each in the innermost loop that it was taken in.
#pragma once

#include "profile/perf_script.h"
#include "profile/program_code.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// Where in its file each sample was taken, by the symbol that it tells of; empty: not known. A program may be loaded elsewhere each time
/// that it starts. Of several functions with one symbol it is that whose place fits to where other samples say that the file was.
[[nodiscard]] std::vector<std::optional<std::uint64_t>> addresses_in_file(const std::vector<const ProfileSample *> &samples,
                                                                          const std::vector<ProgramFunction> &functions);

/// How many events (periods added up) were in each loop and in none of those inside it. `addresses`: of each sample.
[[nodiscard]] std::vector<double> events_by_loop(const std::vector<const ProfileSample *> &samples,
                                                 const std::vector<std::optional<std::uint64_t>> &addresses,
                                                 const std::vector<ProgramLoop> &loops);

} // namespace osaca
