// The frame around code under measurement: takes the time, sets all registers and memory before each pass, runs the
// code.
#pragma once

#include "base/expected.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace osaca::measure {

struct FrameOptions {
  bool has_avx = true;
  bool uses_x87 = false; ///< the code uses x87 or MMX registers: they are cleared before and after each pass
};

/// Position-dependent code for `code_address`.
struct TimedFrame {
  std::vector<std::uint8_t> bytes;
  std::size_t restart = 0;     ///< where a window begins again after a page was mapped
  std::size_t leave = 0;       ///< where the code under measurement goes at its end
  std::size_t calibration = 0; ///< callable: a chain of dependent additions
};

constexpr std::uint64_t calibration_cycles = 20000; ///< one addition takes one cycle

[[nodiscard]] Expected<TimedFrame> make_frame(const FrameOptions &options);

/// A jump through the shared state to where the frame takes over again.
[[nodiscard]] std::vector<std::uint8_t> jump_to_leave();

} // namespace osaca::measure
