// A program run once while it is sampled.
#pragma once

#include "base/expected.h"
#include "measure/counters/function_shares.h"

namespace osaca::measure {

struct SampledRun {
  int exit_status = 0; ///< as a shell has it
  SampledProgram program;
  std::size_t lines_not_understood = 0; ///< of what was sampled
};

/// With all that it starts, by the program `perf`: of `events`, those that tell how it waits for memory, the first one
/// all of its cycles; none: the system's clock tells where time goes.
[[nodiscard]] Expected<SampledRun> sampled_run(const std::string &command, const std::vector<CounterEvent> &events);

} // namespace osaca::measure
