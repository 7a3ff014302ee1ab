// The code around the code under measurement, and the page that it shares with the program.
#pragma once

#include "base/expected.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace osaca::measure {

// The data shared by the timed code and the program: one page at a fixed address below 2 GiB. The code reaches it
// without a register, because the code under measurement may use and overwrite all of them.

constexpr std::uint64_t state_address = 0x7fe00000;
constexpr std::uint64_t code_address = 0x100000000; ///< nothing else is mapped within 2 GiB, so that addresses relative
                                                    ///< to the code are either its own or unmapped
constexpr int timed_code_boundary = 64;             ///< code under measurement begins at a multiple of this many bytes
constexpr std::uint64_t page_bytes = 4096;
constexpr std::size_t max_filled_pages = 8;
constexpr std::size_t general_registers = 16; ///< in the order of their encoding: rax rcx rdx rbx rsp rbp rsi rdi r8...
constexpr std::size_t stack_pointer = 4;      ///< index among general_registers
constexpr std::size_t frame_pointer = 5;
constexpr std::size_t vector_registers = 16;

constexpr std::uint64_t extended_word = 0x8000000000003fff; ///< at multiples of 16 bytes a normal 80-bit number
constexpr std::uint64_t float_word = 0x3ff000003ff00000;    ///< slightly more than 1.0 as a double, 1.875 as a float

struct CodeStep;

struct alignas(16) VectorValue {
  std::array<std::uint64_t, 2> lanes{};
};

struct HarnessState {
  std::uint64_t saved_stack;
  std::uint64_t passes_wanted; ///< how often the code runs in one timed window
  std::uint64_t passes_left;
  std::uint64_t start_ticks;
  std::uint64_t end_ticks;
  std::uint64_t filled_page_count; ///< pages that are filled before each pass, because the code may have changed them
  std::uint64_t fill_word;
  std::array<std::uint64_t, max_filled_pages> filled_pages;
  std::uint32_t float_control; ///< MXCSR while the code runs
  std::uint32_t saved_float_control;
  std::uint64_t x87_values;     ///< how many ones the x87 stack holds when the code begins
  std::uint64_t x87_exceptions; ///< exception flags of the x87 status word, collected over all passes
  std::uint64_t laps_left;      ///< of a loop that counts its laps
  std::uint64_t saved_count;    ///< the original value of the register that it counts with
  std::uint64_t exit_number;    ///< the exit by which it left
  CodeStep *next_step;          ///< where a loop that records its steps writes the next one
  std::array<std::uint64_t, general_registers> general;
  std::array<VectorValue, vector_registers> vectors;
};
static_assert(sizeof(HarnessState) <= page_bytes);

// The frame around code under measurement: it takes the time, sets all registers and memory before each pass, and runs
// the code.

struct FrameOptions {
  bool has_avx = true;
  bool uses_x87 = false;   ///< the code uses x87 or MMX registers: these are cleared before and after each pass
  bool has_avx512 = false; ///< registers 16 to 31 begin as copies of 0 to 15, masks with all bits set
};

/// The parts before and after the code under measurement. The code is placed between them, so that the only jump to
/// predict is the one that repeats the pass.
struct TimedFrame {
  std::vector<std::uint8_t> before; ///< callable; a multiple of 64 bytes
  std::vector<std::uint8_t> after;
  std::size_t restart = 0; ///< offset in `before` where a window restarts after a page was mapped
  std::size_t pass = 0;    ///< offset in `before` where a pass begins
  std::size_t repeat = 0;  ///< offset in `after` of the jump's distance to `pass`, four bytes to be filled in
  std::vector<std::uint8_t> calibration; ///< callable with a number of units: ticks of that many dependent additions
  std::size_t canary = 0;   ///< offset in `calibration` of a function called the same way: work that fills the core
  std::size_t sentinel = 0; ///< offset in `calibration` of such a function: several independent chains of additions
};

/// A function that executes `code` in passes. Its restart offset is that of the frame.
[[nodiscard]] std::vector<std::uint8_t> framed(const TimedFrame &frame, const std::vector<std::uint8_t> &code);

constexpr std::uint64_t calibration_unit_cycles = 200; ///< additions without a branch; each takes one cycle
constexpr std::uint64_t calibration_units = 100;
constexpr std::uint64_t canary_units = 60;
constexpr std::uint64_t canary_unit_instructions = 600;
constexpr std::uint64_t canary_dispatched_instructions = 312; ///< those that need hardly anything but dispatch
constexpr std::uint64_t sentinel_units = 30;
constexpr std::uint64_t sentinel_unit_additions = 400;
constexpr std::uint64_t sentinel_chains = 5; ///< several: one chain is not slowed down by another thread on the core

constexpr std::uint64_t calibration_cycles = calibration_unit_cycles * calibration_units;

[[nodiscard]] Expected<TimedFrame> make_frame(const FrameOptions &options);

/// The two frames: for code without x87 and for code that uses it.
struct TimedFrames {
  TimedFrame plain;
  TimedFrame x87;
  [[nodiscard]] const TimedFrame &around(bool uses_x87) const { return uses_x87 ? x87 : plain; }
};
[[nodiscard]] Expected<TimedFrames> make_frames(bool has_avx);

} // namespace osaca::measure
