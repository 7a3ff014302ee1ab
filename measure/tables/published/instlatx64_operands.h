// The operands in the names of InstLatx64: "r32, [m32 + 2]", "xmm{k}, xmm, imm8".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

enum class OperandKind { general, mmx, vector, mask, memory, immediate };

struct NamedOperand {
  OperandKind kind = OperandKind::general;
  int bits = 0;     ///< of a register, a memory operand or an immediate; 0: unknown
  int number = 0;   ///< which register: operands of one kind with one number are the same register; 8 and more: fixed
  std::string text; ///< of memory and immediates, in AT&T syntax
  std::string decoration; ///< " {%k1} {z}"
};

/// Splits at commas outside of brackets. Empty operands ("xmm, , xmm") are dropped. At most 8.
[[nodiscard]] std::vector<std::string> operand_words(std::string_view text);

/// Empty: no operand of an instruction.
[[nodiscard]] std::optional<NamedOperand> named_operand(std::string_view word);
/// Empty: one of the words is no operand.
[[nodiscard]] std::optional<std::vector<NamedOperand>> named_operands(std::string_view text);

/// In AT&T syntax. `is_evex`: vector registers from 16 on, which only EVEX encodes.
[[nodiscard]] std::string att_operand(const NamedOperand &operand, bool is_evex);
/// All, in AT&T's order.
[[nodiscard]] std::string att_operands(const std::vector<NamedOperand> &operands, bool is_evex);

} // namespace osaca::measure
