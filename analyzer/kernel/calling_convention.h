// The registers in which functions take arguments and return results, and those that they leave unchanged.
#pragma once

#include "kernel/isa.h"

#include <array>
#include <span>
#include <string_view>

namespace osaca {

/// The names of one register and of its parts that code may use. The first one names the register; shorter lists end
/// with empty names.
using RegisterNames = std::span<const std::string_view>;

struct CallingConvention {
  static constexpr std::size_t most_arguments = 6;
  using Names = std::array<std::string_view, 5>;
  std::array<Names, most_arguments> vectors; ///< arguments in vector registers; the first one also holds the result
  std::array<Names, most_arguments> integers;
  Names integer_result;
};

/// System V for x86-64, AAPCS64, and LP64D for RISC-V.
[[nodiscard]] const CallingConvention &calling_convention(Isa isa);

/// Whether a function leaves this general register unchanged. Names of its lower half are known as well.
[[nodiscard]] bool is_kept_by_calls(Isa isa, std::string_view name);

} // namespace osaca
