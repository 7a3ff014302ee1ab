// The code that calls a function many times, and the arguments that it passes.
#pragma once

#include "base/expected.h"
#include "measure/calls/call_list.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure::calls {

/// What is timed.
enum class CallTiming {
  independent, ///< calls that do not depend on each other
  chain,       ///< each call depends on the one before
  link,        ///< only the instructions that make a chain of calls, without the call
};

constexpr int calls_per_pass = 512;

/// Memory that the code reads, as the function's process maps it.
struct CallData {
  static constexpr std::size_t zero_offset = 0;     ///< 64 bytes of zeros
  static constexpr std::size_t target_offset = 64;  ///< the address of the function
  static constexpr std::size_t release_offset = 72; ///< the address of free()
  static constexpr std::size_t first_offset = 128;  ///< the arguments of the first call

  std::vector<std::uint8_t> bytes;
  std::vector<std::size_t> addresses; ///< offsets of words to which the address of the data is added
};

[[nodiscard]] bool has_chain(const CallSubject &subject);

/// Between the calls of a chain, these instructions take time: the time of CallTiming::link. False: nothing does.
[[nodiscard]] bool has_link(const CallSubject &subject);

[[nodiscard]] CallData call_data(const CallSubject &subject, const ArgumentClass &arguments, CallTiming timing);

/// x86-64, System V. To be called with the number of passes and the address of the data. A call goes through a jump, as
/// calls of shared libraries do. Error: the signature cannot be called.
[[nodiscard]] Expected<std::vector<std::uint8_t>> call_code(const CallSubject &subject, CallTiming timing);

} // namespace osaca::measure::calls
