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
  bool uses_x87 = false;   ///< the code uses x87 or MMX registers: they are cleared before and after each pass
  bool has_avx512 = false; ///< registers 16 to 31 begin as copies of 0 to 15, and masks with all bits set
};

/// The parts before and after the code under measurement, which lies in between, so that no jump has to be predicted
/// but the one that repeats all.
struct TimedFrame {
  std::vector<std::uint8_t> before; ///< callable; a multiple of 64 bytes
  std::vector<std::uint8_t> after;
  std::size_t restart = 0;               ///< in `before`: where a window begins again after a page was mapped
  std::size_t pass = 0;                  ///< in `before`: where a pass begins
  std::size_t repeat = 0;                ///< in `after`: the distance to there, four bytes to be filled in
  std::vector<std::uint8_t> calibration; ///< callable with a number of units: ticks of that many dependent additions
  std::size_t canary = 0;                ///< in `calibration`: callable likewise, what fills the core
  std::size_t sentinel = 0;              ///< likewise, several chains of additions at once
};

/// A function that executes `code` in passes; its `restart` is that of the frame.
[[nodiscard]] std::vector<std::uint8_t> framed(const TimedFrame &frame, const std::vector<std::uint8_t> &code);

constexpr std::uint64_t calibration_unit_cycles = 200; ///< additions without a branch; each takes one cycle
constexpr std::uint64_t calibration_units = 100;
constexpr std::uint64_t canary_units = 60;
constexpr std::uint64_t canary_unit_instructions = 600;
constexpr std::uint64_t canary_dispatched_instructions = 312; ///< of these, that need little but dispatch
constexpr std::uint64_t sentinel_units = 30;
constexpr std::uint64_t sentinel_unit_additions = 400;
constexpr std::uint64_t sentinel_chains = 5; ///< one chain does not notice another thread on the core, so many do

constexpr std::uint64_t calibration_cycles = calibration_unit_cycles * calibration_units;

[[nodiscard]] Expected<TimedFrame> make_frame(const FrameOptions &options);

/// Both frames that this processor needs.
struct TimedFrames {
  TimedFrame plain;
  TimedFrame x87;
  [[nodiscard]] const TimedFrame &around(bool uses_x87) const { return uses_x87 ? x87 : plain; }
};
[[nodiscard]] Expected<TimedFrames> make_frames(bool has_avx);

} // namespace osaca::measure
