#include "analysis/findings/advice.h"

#include "analysis/findings/findings.h"
#include "base/index.h"

#include <algorithm>

namespace osaca {
namespace {

/// x86 divides integers in general registers only. Elsewhere the names tell them apart from floating-point numbers.
bool divides_integers(const KernelFacts &facts, const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  if (facts.code.isa != Isa::x86_64)
    return !name.starts_with("f") && !name.starts_with("vf");
  return !instruction.register_stack && std::ranges::none_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && reg->kind == RegisterKind::vector;
  });
}

/// Whether the numbers have at most 32 bits, so that narrower ones would save little or nothing. Implicit operands of
/// x86 are wider than the divisor. RISC-V names the width in the mnemonic.
bool divides_narrow_integers(const Instruction &instruction) {
  constexpr int narrow_bits = 32;
  const std::string_view name = instruction.mnemonic;
  if (name == "divw" || name == "divuw" || name == "remw" || name == "remuw")
    return true;
  return std::ranges::all_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    const MemoryOperand *memory = as_memory(operand);
    if (operand.implicit || (reg == nullptr && memory == nullptr))
      return true;
    return memory != nullptr ? memory->width_bytes > 0 && memory->width_bytes * 8 <= narrow_bits
                             : reg->kind == RegisterKind::gpr && reg->width_bits <= narrow_bits;
  });
}

bool is_root(const Instruction &instruction) { return instruction.mnemonic.find("sqrt") != std::string::npos; }

/// Whether the instruction loads from the same address in every iteration. A compiler that cannot exclude a store to it
/// loads the value again.
bool loads_the_same(const KernelFacts &facts, int index) {
  return std::ranges::any_of(facts.addresses.accesses, [&](const MemoryAccess &access) {
    return access.instruction == index && access.reads && access.step_bytes == 0;
  });
}

/// Whether the divisor may be another number in each iteration. It is the last explicit operand that a division reads,
/// except in the reversed divisions of SVE and RISC-V.
bool divides_by_others(const KernelFacts &facts, int index) {
  const Instruction &division = instruction_at(facts, index);
  const Operand *divisor = nullptr;
  for (const Operand &operand : division.operands)
    if (operand.read && !operand.implicit)
      divisor = &operand;
  if (divisor == nullptr || division.mnemonic.find("divr") != std::string::npos ||
      division.mnemonic.find("rdiv") != std::string::npos)
    return false;
  const Register *reg = as_register(*divisor);
  if (reg == nullptr)
    return as_memory(*divisor) != nullptr && !loads_the_same(facts, index);
  for (int i = 0; i < static_cast<int>(facts.code.instructions.size()); ++i)
    for (const Operand &operand : instruction_at(facts, i).operands)
      if (const Register *written = as_register(operand);
          written != nullptr && operand.written && written->overlaps(*reg) && !loads_the_same(facts, i))
        return true;
  return false;
}

} // namespace

DividerBusy::Advice advice_on_divider(const KernelFacts &facts, const std::vector<int> &users) {
  using Advice = DividerBusy::Advice;
  const auto divides = [&](int i) { return divides_integers(facts, instruction_at(facts, i)); };
  const auto divides_narrow = [&](int i) { return divides_narrow_integers(instruction_at(facts, i)); };
  const auto takes_root = [&](int i) { return is_root(instruction_at(facts, i)); };
  const auto has_no_reciprocal = [&](int i) { return takes_root(i) || divides_by_others(facts, i); };
  if (users.empty())
    return Advice::of_rule;
  if (std::ranges::all_of(users, divides))
    return std::ranges::all_of(users, divides_narrow) ? Advice::narrow_integers : Advice::integers;
  if (std::ranges::all_of(users, takes_root))
    return Advice::roots;
  return std::ranges::all_of(users, has_no_reciprocal) ? Advice::other_divisors : Advice::of_rule;
}

} // namespace osaca
