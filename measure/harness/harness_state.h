// What the timed code and the program around it share: one page at a fixed address below 2 GiB, which the code reaches
// without a register, because the code under measurement may use and spoil all of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace osaca::measure {

constexpr std::uint64_t state_address = 0x7fe00000;
constexpr std::uint64_t code_address = 0x100000000; ///< nothing else within 2 GiB, so that what code addresses relative
                                                    ///< to itself is either its own or unmapped
constexpr std::uint64_t page_bytes = 4096;
constexpr std::size_t max_filled_pages = 8;
constexpr std::size_t general_registers = 16; ///< in the order of their encoding: rax rcx rdx rbx rsp rbp rsi rdi r8...
constexpr std::size_t stack_pointer = 4;      ///< among them
constexpr std::size_t frame_pointer = 5;
constexpr std::size_t vector_registers = 16;

constexpr std::uint64_t extended_word = 0x8000000000003fff; ///< at multiples of 16 bytes a normal number of 80 bits
constexpr std::uint64_t float_word = 0x3ff000003ff00000;    ///< 1.0 and a bit as a double, 1.875 as a float

struct alignas(16) VectorValue {
  std::array<std::uint64_t, 2> lanes{};
};

struct HarnessState {
  std::uint64_t saved_stack;
  std::uint64_t passes_wanted; ///< how often the code runs in one timed window
  std::uint64_t passes_left;
  std::uint64_t start_ticks;
  std::uint64_t end_ticks;
  std::uint64_t filled_page_count; ///< pages that each pass fills anew, because the code may have changed them
  std::uint64_t fill_word;
  std::array<std::uint64_t, max_filled_pages> filled_pages;
  std::uint32_t float_control; ///< MXCSR of the code
  std::uint32_t saved_float_control;
  std::uint64_t x87_values;     ///< ones that x87's stack holds when the code begins
  std::uint64_t x87_exceptions; ///< flags of its status word that any pass left
  std::uint64_t laps_left;      ///< of a loop that counts how often it goes round
  std::uint64_t saved_count;    ///< the register that it counts with
  std::uint64_t exit_number;    ///< by which it left
  std::array<std::uint64_t, general_registers> general;
  std::array<VectorValue, vector_registers> vectors;
};
static_assert(sizeof(HarnessState) <= page_bytes);

} // namespace osaca::measure
