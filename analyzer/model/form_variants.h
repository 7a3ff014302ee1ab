// The figures of a form that apply to the operands of an instruction.
#pragma once

#include "kernel/instruction.h"
#include "model/form_table.h"

namespace osaca {

/// The cost of the entry's operation, without its memory parts. Some operands take longer than those that the figures
/// of the form are for, such as the three parts of an address: see FormEntry::Variant.
[[nodiscard]] Cost operation_cost(const FormEntry &entry, const Instruction &instruction);

} // namespace osaca
