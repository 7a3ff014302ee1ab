#include "kernel/operand.h"

#include <algorithm>

namespace osaca {

bool Register::overlaps(const Register &other) const {
  return std::any_of(units.begin(), units.end(), [&](std::uint16_t unit) {
    return std::binary_search(other.units.begin(), other.units.end(), unit);
  });
}

const Register *as_register(const Operand &operand) {
  const auto *held = std::get_if<RegisterOperand>(&operand.value);
  return held ? &held->reg : nullptr;
}

const MemoryOperand *as_memory(const Operand &operand) { return std::get_if<MemoryOperand>(&operand.value); }

} // namespace osaca
