// How a loop changes its general registers.
#pragma once

#include "kernel/kernel.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace osaca::measure {

/// The index in HarnessState::general of a register by any of its names ("eax", "r9d", "sil"); empty: it is not a
/// general register.
[[nodiscard]] std::optional<std::size_t> general_index(std::string_view name);

struct RegisterUse {
  bool is_changed = false;
  bool is_stepped = true;   ///< changed only by constants
  bool is_loaded = false;   ///< from memory
  bool is_narrow = false;   ///< set from a value that is narrower than a pointer
  bool is_set_anew = false; ///< by an instruction that does not read it
  std::int64_t step = 0;    ///< per iteration, if is_stepped
  bool is_base = false;     ///< of an address
  bool is_index = false;
  std::int64_t largest_scale = 1;
  std::int64_t element = 1;       ///< as an index: its step from element to element
  std::int64_t lowest_offset = 0; ///< of what is accessed through it as a base
  std::int64_t highest_offset = 0;
  std::int64_t natural_value =
      0; ///< the size of an element, for an unchanged register that is added to addresses; 0: it is not such a register
  std::int64_t added_per_iteration = 0; ///< by registers with a natural_value

  /// The bytes that an iteration accesses through this register, rounded to whole elements.
  [[nodiscard]] std::int64_t accessed_bytes() const { return highest_offset - lowest_offset; }
};

using RegisterUses = std::array<RegisterUse, 16>;

[[nodiscard]] RegisterUses register_uses(const Kernel &kernel);

/// The constant that this instruction adds to `reg`; empty: it changes it differently or not at all.
[[nodiscard]] std::optional<std::int64_t> step_of(const Instruction &instruction, std::size_t reg);

/// `loop`, which decrements rcx and tests nothing else.
[[nodiscard]] bool is_counting_jump(const Instruction &instruction);

/// jrcxz and jecxz, which test rcx and no flag.
[[nodiscard]] bool tests_counter(const Instruction &instruction);

} // namespace osaca::measure
