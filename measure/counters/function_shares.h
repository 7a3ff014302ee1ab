// What the functions of a program take, by samples.
#pragma once

#include "measure/counters/program_shares.h"
#include "profile/perf_script.h"

namespace osaca::measure {

struct FunctionCounts {
  std::string name;        ///< "heavy (program)"
  std::size_t samples = 0; ///< of the event that tells time
  RecordedProgram counts;  ///< by the samples' periods
};

struct SampledProgram {
  RecordedProgram whole;
  std::vector<FunctionCounts> functions; ///< those that take most first
  std::string time_event;                ///< whose samples tell how much of the time a function takes
  std::size_t samples = 0;               ///< of it
};

/// `names`: of each event as samples have it, the name that it has here; other events are left out. The first one tells
/// time.
[[nodiscard]] SampledProgram sampled_program(const std::vector<ProfileSample> &samples,
                                             const std::vector<std::pair<std::string, std::string>> &names);

/// Share of time of each function, and what its own time is spent on where the events tell and enough samples are
/// there.
[[nodiscard]] std::string functions_text(const SampledProgram &program, const std::vector<RoledEvent> &roles);

/// The functions that the text shows as programs of their own, for a recording.
[[nodiscard]] std::vector<RecordedProgram> recorded_functions(const SampledProgram &program,
                                                              const std::string &command);

} // namespace osaca::measure
