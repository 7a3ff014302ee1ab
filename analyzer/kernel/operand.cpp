#include "kernel/operand.h"

#include <algorithm>

namespace osaca {

bool Register::overlaps(const Register &other) const {
  return std::ranges::any_of(units, [&](std::uint16_t unit) { return std::ranges::binary_search(other.units, unit); });
}

const Register *as_register(const Operand &operand) {
  const auto *held = std::get_if<RegisterOperand>(&operand.value);
  return held ? &held->reg : nullptr;
}

const MemoryOperand *as_memory(const Operand &operand) { return std::get_if<MemoryOperand>(&operand.value); }

} // namespace osaca
