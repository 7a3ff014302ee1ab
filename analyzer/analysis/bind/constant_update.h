// Address arithmetic: what an instruction does to a register, if that is easily told.
#pragma once

#include "kernel/instruction.h"

#include <cstdint>
#include <optional>

namespace osaca {

/// `target` = `source` + `constant`: of `add`, `sub`, `inc`, `lea disp(reg)`, `mov reg, reg` and their kin. The pointers
/// lead into the instruction.
struct RegisterUpdate {
  const Register *target = nullptr;
  const Register *source = nullptr;
  std::int64_t constant = 0;
};
[[nodiscard]] std::optional<RegisterUpdate> constant_update(const Instruction &instruction);

} // namespace osaca
