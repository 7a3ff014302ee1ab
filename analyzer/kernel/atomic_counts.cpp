#include "kernel/kernel.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca {

namespace {

bool adds_atomically(const std::vector<Instruction> &instructions, std::size_t i) {
  constexpr std::array<std::string_view, 5> additions = {"add", "sub", "inc", "dec", "xadd"};
  const Instruction &instruction = instructions[i];
  const std::string_view name = instruction.mnemonic;
  if (name.starts_with("stadd") || name.starts_with("ldadd") || name.starts_with("amoadd"))
    return true;
  const bool is_locked = (i > 0 && instructions[i - 1].mnemonic == "lock") || instruction.opcode.starts_with("LOCK_") ||
                         instruction.opcode.starts_with("LXADD");
  return is_locked && std::ranges::find(additions, name) != additions.end();
}

bool writes(const Instruction &instruction, const Register &reg) {
  return std::ranges::any_of(instruction.operands, [&](const Operand &operand) {
    const Register *written = as_register(operand);
    return operand.written && written != nullptr && written->overlaps(reg);
  });
}

bool reads(const Instruction &instruction, const Register &reg) {
  return std::ranges::any_of(instruction.operands, [&](const Operand &operand) {
    const auto is_it = [&](const Register *used) { return used != nullptr && used->overlaps(reg); };
    if (const MemoryOperand *memory = as_memory(operand))
      return (memory->base && is_it(&*memory->base)) || (memory->index && is_it(&*memory->index));
    return operand.read && is_it(as_register(operand));
  });
}

bool is_fixed(const std::vector<Instruction> &instructions, const SharedRegister &reg) {
  return !reg ||
         std::ranges::none_of(instructions, [&](const Instruction &instruction) { return writes(instruction, *reg); });
}

/// The address does not change, and no other instruction reads a register that the addition writes.
bool only_counts(const std::vector<Instruction> &instructions, std::size_t i) {
  return std::ranges::all_of(instructions[i].operands, [&](const Operand &operand) {
    if (const MemoryOperand *memory = as_memory(operand))
      return is_fixed(instructions, memory->base) && is_fixed(instructions, memory->index);
    const Register *result = as_register(operand);
    if (result == nullptr || !operand.written || result->kind == RegisterKind::flag)
      return true;
    for (std::size_t other = 0; other < instructions.size(); ++other)
      if (other != i && reads(instructions[other], *result))
        return false;
    return true;
  });
}

} // namespace

std::vector<int> atomic_counts(const Kernel &kernel) {
  std::vector<int> found;
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i)
    if (adds_atomically(kernel.instructions, i) && only_counts(kernel.instructions, i)) {
      if (i > 0 && kernel.instructions[i - 1].mnemonic == "lock")
        found.push_back(static_cast<int>(i) - 1);
      found.push_back(static_cast<int>(i));
    }
  return found;
}

} // namespace osaca
