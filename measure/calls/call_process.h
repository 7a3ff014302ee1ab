// A process that loads a library and times calls of one of its functions.
#pragma once

#include "measure/calls/call_code.h"
#include "measure/harness/timed_code.h"
#include "measure/harness/timed_process.h"

#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure::calls {

struct CallTask {
  std::string library;
  std::string function;
  std::vector<std::uint8_t> code; ///< of call_code()
  CallData data;
  std::size_t wanted_samples = 30;
  double calm_crowding = 0; ///< as in TimedTask
};

/// The windows are passes and twice as many passes. Every failure is reported by the status: the function may do
/// anything.
[[nodiscard]] TimedRun time_calls(const TimedFrame &frame, const CallTask &task);

/// The version of the C library, as it reports it: "glibc 2.36". Empty: it is another library.
[[nodiscard]] std::string c_library_version();

} // namespace osaca::measure::calls
