#include "measure/core_probes/fusion_operands.h"

#include <bit>

namespace osaca::measure::core_probes {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  for (const std::string_view one : words)
    if (one == word)
      return true;
  return false;
}

} // namespace

Flags flags_of(std::string_view operation, std::uint64_t destination, std::uint64_t source, bool carry_before) {
  const bool counts = is_one_of(operation, {"inc", "dec"});
  const std::uint64_t other = counts ? 1 : source;
  std::uint64_t result = 0;
  Flags flags;
  if (is_one_of(operation, {"cmp", "sub", "dec"})) {
    result = destination - other;
    flags.carry = destination < other;
    flags.overflow = ((destination ^ other) & (destination ^ result) & sign_bit) != 0;
  } else if (is_one_of(operation, {"add", "inc"})) {
    result = destination + other;
    flags.carry = result < destination;
    flags.overflow = (~(destination ^ other) & (destination ^ result) & sign_bit) != 0;
  } else {
    result = operation == "or" ? destination | other : operation == "xor" ? destination ^ other : destination & other;
  }
  if (counts)
    flags.carry = carry_before;
  flags.zero = result == 0;
  flags.sign = (result & sign_bit) != 0;
  flags.parity = std::popcount(result & 0xff) % 2 == 0;
  return flags;
}

bool holds(std::string_view condition, const Flags &flags) {
  const bool is_less = flags.sign != flags.overflow;
  const std::array<bool, 8> even = {flags.overflow, flags.carry,  flags.zero, flags.carry || flags.zero,
                                    flags.sign,     flags.parity, is_less,    is_less || flags.zero};
  for (std::size_t i = 0; i < conditions.size(); ++i)
    if (conditions[i] == condition)
      return even[i / 2] == (i % 2 == 0);
  return false;
}

std::optional<FusionOperands> not_taken(std::string_view operation, std::string_view condition) {
  constexpr std::array<std::uint64_t, 8> destinations = {0, 1, 2, 5, ~std::uint64_t{0}, sign_bit, sign_bit - 1, 7};
  constexpr std::array<std::uint64_t, 7> sources = {0, 1, 2, 3, 7, ~std::uint64_t{0}, ~std::uint64_t{0} - 1};
  for (const bool carry : {false, true})
    for (const std::uint64_t destination : destinations)
      for (const std::uint64_t source : sources)
        if (!holds(condition, flags_of(operation, destination, source, carry)))
          return FusionOperands{destination, source, carry};
  return std::nullopt;
}

} // namespace osaca::measure::core_probes
