// The comparison that decides whether a conditional branch is taken.
#pragma once

#include "kernel/instruction.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace osaca {

enum class Relation { equal, not_equal, less, less_or_equal, greater, greater_or_equal };

/// The relation that holds exactly if the other one does not.
[[nodiscard]] Relation negation_of(Relation relation);

/// A side of a comparison: a register of the comparing instruction, or a number.
struct ComparedValue {
  const Register *reg = nullptr; ///< it has units; null: a number
  std::int64_t number = 0;
};

/// The branch is taken if `left` and `right` have the relation.
struct BranchTest {
  Relation relation = Relation::equal;
  bool is_unsigned = false; ///< negative numbers count as large ones
  ComparedValue left;
  ComparedValue right;
  std::size_t comparing = 0; ///< index of the instruction that compares; the branch itself, or one before it
  bool after = false;        ///< the values are those after this instruction, not those before it
};

/// The test of the branch at the end of `code`, which is executed in sequence. The result refers to these instructions.
/// Empty: the last instruction is not a conditional branch, or it does not compare registers and numbers.
[[nodiscard]] std::optional<BranchTest> branch_test(std::span<const Instruction *const> code);

} // namespace osaca
