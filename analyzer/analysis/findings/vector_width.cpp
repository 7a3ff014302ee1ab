#include "analysis/findings/vector_width.h"

#include "analysis/findings/operation_table.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

constexpr int least_packed_bytes = 16;

constexpr std::array<std::string_view, 12> packed_integer_arithmetic = {
    "padd", "psub", "pmul", "pmadd", "pabs", "pmin", "pmax", "psad", "pavg", "pcmp", "pdp", "pternlog"};

bool is_packed_integer_arithmetic(std::string_view mnemonic) {
  if (mnemonic.starts_with('v'))
    mnemonic.remove_prefix(1);
  return std::ranges::any_of(packed_integer_arithmetic,
                             [mnemonic](std::string_view name) { return mnemonic.starts_with(name); });
}

/// Not a constant beside the code, not a spilled scalar.
bool is_data(const MemoryOperand &memory) {
  if (memory.index)
    return true;
  return memory.base && memory.base->kind != RegisterKind::program_counter &&
         memory.base->kind != RegisterKind::stack_pointer;
}

int widest_vector(const Instruction &instruction) {
  int bits = 0;
  for (const Operand &operand : instruction.operands)
    if (const auto *reg = std::get_if<RegisterOperand>(&operand.value); reg && reg->reg.kind == RegisterKind::vector)
      bits = std::max(bits, reg->reg.width_bits);
  return bits;
}

bool works_on_vectors(Isa isa, const Instruction &instruction) {
  if (!instruction.is_vector_packed)
    return false;
  for (const Operand &operand : instruction.operands)
    if (const auto *memory = std::get_if<MemoryOperand>(&operand.value))
      if ((memory->width_bytes >= least_packed_bytes || memory->is_gather_scatter) && is_data(*memory))
        return true;
  if (isa == Isa::x86_64)
    return is_packed_arithmetic(instruction.opcode) || is_packed_integer_arithmetic(instruction.mnemonic);
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const auto *reg = std::get_if<RegisterOperand>(&operand.value);
    return reg && operand.read && reg->reg.kind == RegisterKind::vector;
  });
}

} // namespace

int vector_bits(const Kernel &kernel) {
  int bits = 0;
  for (const Instruction &instruction : kernel.instructions)
    if (works_on_vectors(kernel.isa, instruction))
      bits = std::max(bits, widest_vector(instruction));
  return bits;
}

} // namespace osaca
