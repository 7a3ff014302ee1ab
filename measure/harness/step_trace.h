// What single steps through code show: where it was, and what the general registers held.
#pragma once

#include "measure/harness/harness_state.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace osaca::measure {

constexpr std::size_t max_steps = 30000;
constexpr std::uint64_t end_of_pass = ~std::uint64_t{0};

/// Before an instruction; or between two passes, with end_of_pass.
struct Step {
  std::uint64_t offset = 0; ///< of the instruction in the code
  std::array<std::uint64_t, general_registers> general{};
  std::uint64_t flags = 0;
};

/// The memory through which a process tells its parent about its steps.
struct StepTrace {
  std::size_t limit = max_steps;
  std::size_t count = 0;
  std::array<Step, max_steps> steps{};
};

/// A value that memory holds instead of what it is filled with.
struct PlantedWord {
  std::uint64_t address = 0;
  std::uint64_t word = 0; ///< repeated as often as it fits
  std::size_t bytes = 0;
};

/// How often a loop that counts (LoopCode::counting) went round.
struct CountedLaps {
  std::uint64_t laps = 0;        ///< in the first pass
  bool is_same = false;          ///< in all passes
  std::uint64_t exit_number = 0; ///< by which it left the first pass; 0: it did not, as long as was waited
};

/// A jump that is not carried out: its instruction is passed over to another one.
struct Detour {
  std::uint64_t from = 0; ///< offsets in the code
  std::uint64_t to = 0;
};

} // namespace osaca::measure
