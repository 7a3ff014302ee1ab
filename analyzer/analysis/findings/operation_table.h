// Floating-point operations by opcode name: what the code rules need to know about them. Data, no mechanism.
#pragma once

#include "kernel/instruction.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace osaca {

/// A multiplication and the addition or subtraction that a fused operation could replace together with it.
struct FusablePair {
  std::string_view multiply; ///< opcode prefix
  std::string_view add;      ///< opcode prefix
  std::string_view fused;    ///< an opcode of the fused form: if a core's model knows it, the core has it
};
[[nodiscard]] std::span<const FusablePair> fusable_pairs();

/// Whether `opcode` is scalar floating-point arithmetic (not a move, conversion or comparison) that has a packed form.
[[nodiscard]] bool has_packed_form(std::string_view opcode);
/// Whether `opcode` is packed floating-point arithmetic.
[[nodiscard]] bool is_packed_arithmetic(std::string_view opcode);

/// Of a fused multiply-add: which operand (as in Instruction::operands) is added to the product; empty: it is none.
[[nodiscard]] std::optional<std::size_t> addend_operand(std::string_view opcode);

/// What operations have in common that may be done in any order: additions, subtractions and fused operations are all
/// "sum"; any other is itself.
[[nodiscard]] std::string operation_class(std::string_view mnemonic);

/// Of packed arithmetic of SSE and AVX, by opcode name: the form on registers ("VADDPDYrm" -> "VADDPDYrr"), and that on
/// vectors of twice the width, on registers too. Empty where there is none.
[[nodiscard]] std::string in_registers(std::string_view opcode);
[[nodiscard]] std::string wider_form(std::string_view opcode);
/// Whether it works on vectors of 512 bits.
[[nodiscard]] bool is_widest_form(std::string_view opcode);

} // namespace osaca
