#include "analysis/stack_sync.h"

#include <algorithm>

namespace osaca {
namespace {

bool is_stack_pointer(const Operand &operand) {
  const Register *reg = as_register(operand);
  return reg != nullptr && reg->kind == RegisterKind::stack_pointer;
}

bool pushes_or_pops(const Instruction &instruction) {
  return std::any_of(instruction.operands.begin(), instruction.operands.end(), [](const Operand &operand) {
    return is_stack_pointer(operand) && operand.written && operand.address_update && operand.implicit;
  });
}

bool sets_stack_pointer(const Instruction &instruction) {
  return std::any_of(instruction.operands.begin(), instruction.operands.end(), [](const Operand &operand) {
    return is_stack_pointer(operand) && operand.written && !operand.address_update;
  });
}

/// An address that is only computed: its parts are plain operands, but the engine's count joins them all the same.
bool computes_address(const Instruction &instruction) {
  return instruction.opcode.starts_with("LEA") && !instruction.opcode.starts_with("LEAVE");
}

} // namespace

const Register *stack_pointer_source(const Instruction &instruction) {
  if (computes_address(instruction))
    return nullptr;
  for (const Operand &operand : instruction.operands)
    if (is_stack_pointer(operand) && operand.read && !operand.address_update)
      return as_register(operand);
  return nullptr;
}

std::vector<bool> needs_stack_sync(const Kernel &kernel) {
  std::vector<bool> needs(kernel.instructions.size(), false);
  bool is_behind = false;
  for (int round = 0; round < 2; ++round) // the second time with what the iteration before left behind
    for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
      const Instruction &instruction = kernel.instructions[i];
      needs[i] = is_behind && stack_pointer_source(instruction) != nullptr;
      if (needs[i] || sets_stack_pointer(instruction))
        is_behind = false;
      if (pushes_or_pops(instruction))
        is_behind = true;
    }
  return needs;
}

} // namespace osaca
