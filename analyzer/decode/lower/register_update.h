// Address arithmetic: what an instruction does to a register, if that is easily told.
#pragma once

#include "decode/lower/opcode_class.h"
#include "kernel/instruction.h"

#include <optional>
#include <vector>

namespace osaca {

[[nodiscard]] std::optional<RegisterUpdate> register_update(const UpdateForm &form, const std::vector<Operand> &operands);

} // namespace osaca
