// Kinds of operations on vectors: what cores are known to have units, and ways between units, for. One operation stands
// for each.
#pragma once

#include "kernel/instruction.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::core_probes {

struct VectorKind {
  std::string_view name; ///< "integer_sums"
  std::string_view
      code; ///< of 128 bits: {a} and {b} are read, {d} is written; where there is no {b} it reads one value
  bool adds_to_result = false;             ///< {d} is read too
  bool can_be_wide = false;                ///< the same with 512 bits
  std::vector<std::string_view> mnemonics; ///< patterns, without the v that newer encodings have in front
  bool has_constant = false;               ///< with a constant operand only

  [[nodiscard]] bool reads_one_value() const { return code.find("{b}") == std::string_view::npos; }
};

[[nodiscard]] std::span<const VectorKind> vector_kinds();

/// Null: none of these.
[[nodiscard]] const VectorKind *vector_kind_of(const Instruction &instruction);

/// The operation from two vector registers to a third, by their numbers.
[[nodiscard]] std::string code_of(const VectorKind &kind, int first, int second, int result);

/// The operation anew: its result waits for nothing but registers 1 and 2.
[[nodiscard]] std::string fresh_code(const VectorKind &kind, int result);

} // namespace osaca::measure::core_probes
