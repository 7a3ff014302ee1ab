// Samples of a running program, read from the output of `perf script`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// One sample.
struct ProfileSample {
  std::string event;                        ///< with its modifiers: "cycles:u"
  double period = 1;                        ///< number of events that the sample represents
  std::uint64_t address = 0;                ///< of the instruction in memory when it was sampled
  std::string symbol;                       ///< "[unknown]" if there is none
  std::optional<std::uint64_t> offset = {}; ///< from the beginning of the symbol; empty: not printed
  std::string object;                       ///< the file that the code was loaded from; empty: not printed
};

struct ProfileReading {
  std::vector<ProfileSample> samples;
  std::size_t lines_not_understood = 0;
};

/// Reads one sample per line, with or without names, times and periods. It also reads samples with call chains and uses
/// their innermost frame. All other lines are counted and skipped.
[[nodiscard]] ProfileReading read_perf_script(std::string_view text);

} // namespace osaca
