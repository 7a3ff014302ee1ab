// The operands of an instruction in the order that kernel/instruction.h promises.
#pragma once

#include "decode/lower/lower.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

struct OperandsAndBase {
  std::vector<Operand> operands;
  bool moves_base = false;                   ///< an access moves its base register
  std::optional<std::int64_t> moves_base_by; ///< in bytes; empty: by a register, the last operand
};

/// `memory`: an empty list, for its memory.
[[nodiscard]] OperandsAndBase operands_of(const Lowering &lowering, std::vector<Operand> memory);

} // namespace osaca
