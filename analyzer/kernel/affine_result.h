// What an instruction makes of a general register, where that is a sum that can be told without running it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace osaca {

/// `target` = (sum of terms + constant + eighths of the vector length) / 2^right_shift. Of mov, add, lea, imul, shl,
/// madd, sxtw, incb and their kin, and of accesses that move their base register. Registers of 32 bits count as if
/// nothing were cut off: what loops count in them does not wrap around.
struct AffineResult {
  /// A register times a number, and times another register if there is one.
  struct Term {
    int operand = 0; ///< place among Instruction::operands
    std::int64_t factor = 1;
    int times = -1; ///< place of the other register; -1: none
  };
  static constexpr std::size_t most_terms = 2;
  int target = 0; ///< place among Instruction::operands
  std::int64_t constant = 0;
  std::int64_t vector_eighths = 0; ///< multiples of an eighth of the vector length in bytes (SVE, RISC-V)
  int right_shift = 0;             ///< known only where the sum is a multiple

  [[nodiscard]] std::span<const Term> terms() const { return std::span(terms_).first(count_); }
  /// False: there is no room for it.
  [[nodiscard]] bool add(const Term &term) {
    if (count_ == terms_.size())
      return false;
    terms_[count_++] = term;
    return true;
  }

private:
  std::array<Term, most_terms> terms_{};
  std::size_t count_ = 0;
};

/// `target` = `source` + `constant`: of add, sub, inc, lea disp(reg), mov reg, reg and their kin.
struct RegisterUpdate {
  int target = 0; ///< place among Instruction::operands
  int source = 0; ///< the same place, where a register is changed
  std::int64_t constant = 0;
};

/// Nothing: the result is no register plus a constant.
[[nodiscard]] inline std::optional<RegisterUpdate> as_update(const AffineResult &result) {
  if (result.terms().size() != 1 || result.vector_eighths != 0 || result.right_shift != 0)
    return std::nullopt;
  const AffineResult::Term &term = result.terms().front();
  if (term.factor != 1 || term.times >= 0)
    return std::nullopt;
  return RegisterUpdate{result.target, term.operand, result.constant};
}

} // namespace osaca
