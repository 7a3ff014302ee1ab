// Samples of programs as `perf script` prints them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct ProfileSample {
  std::string event;                        ///< with its modifiers: "cycles:u"
  double period = 1;                        ///< so many events it stands for
  std::uint64_t address = 0;                ///< of the instruction, where it was in memory
  std::string symbol;                       ///< "[unknown]" where there is none
  std::optional<std::uint64_t> offset = {}; ///< from the symbol's beginning; empty: not told
  std::string object;                       ///< the file that it is of; empty: not told
};

struct ProfileReading {
  std::vector<ProfileSample> samples;
  std::size_t lines_not_understood = 0;
};

/// A line each, with or without names, times and periods; or with call chains, of which the innermost frame counts.
/// What is neither is counted and left out.
[[nodiscard]] ProfileReading read_perf_script(std::string_view text);

} // namespace osaca
