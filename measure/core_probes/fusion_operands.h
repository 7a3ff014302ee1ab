// Operands for which a conditional jump is not taken, derived from how the operation sets the flags.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace osaca::measure::core_probes {

constexpr std::array<std::string_view, 16> conditions = {"o", "no", "b", "ae", "e", "ne", "be", "a",
                                                         "s", "ns", "p", "np", "l", "ge", "le", "g"};

struct FlagValues {
  bool carry = false;
  bool zero = false;
  bool sign = false;
  bool overflow = false;
  bool parity = false;
};

/// The flags after `operation source, destination` with 64 bits (cmp, test, add, sub, and, or, xor, inc, dec).
/// `carry_before`: the carry flag before the operation, which inc and dec keep.
[[nodiscard]] FlagValues flags_of(std::string_view operation, std::uint64_t destination, std::uint64_t source,
                                  bool carry_before);

[[nodiscard]] bool holds(std::string_view condition, const FlagValues &flags);

struct FusionOperands {
  std::uint64_t destination = 0;
  std::uint64_t source = 0; ///< fits into 8 bits as a signed immediate
  bool carry_before = false;
};

/// Empty: the jump is always taken (`jno` after `and`).
[[nodiscard]] std::optional<FusionOperands> not_taken(std::string_view operation, std::string_view condition);

} // namespace osaca::measure::core_probes
