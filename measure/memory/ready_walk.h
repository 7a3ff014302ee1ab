// A walk that is ready to go in this process: its memory is filled, its code is there.
#pragma once

#include "measure/memory/walk.h"

#include <array>
#include <cstdint>

namespace osaca::measure::memory {

/// Once in a process: a walk's memory lies at fixed addresses.
class ReadyWalk {
public:
  /// False: the system did not give the memory, or this is no machine for it.
  [[nodiscard]] bool prepare(const Walk &walk);
  /// Of one call: loads of a chase; else lines of one array.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Goes on where the last call ended.
  void go() const { function_(registers_.data()); }
  /// Where it is: of a chase the address of its next place; else bytes from the beginning of its arrays.
  [[nodiscard]] std::uint64_t position() const;
  /// The address of its first array.
  [[nodiscard]] std::uint64_t first_array() const { return registers_[register_of_first_array]; }

private:
  static constexpr std::size_t registers_of_walk = 16;
  static constexpr std::size_t register_of_first_array = 6; // rsi
  static constexpr std::size_t register_of_cells = 7;       // rdi
  std::array<std::uint64_t, registers_of_walk> registers_{};
  std::uint64_t steps_ = 0;
  void (*function_)(const std::uint64_t *) = nullptr;
};

} // namespace osaca::measure::memory
