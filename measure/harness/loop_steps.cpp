#include "measure/harness/loop_steps.h"

#include <algorithm>
#include <string>

namespace osaca::measure {
namespace {

constexpr std::array<std::array<std::string_view, 5>, 8> low_registers = {{{"rax", "eax", "ax", "al", "ah"},
                                                                           {"rcx", "ecx", "cx", "cl", "ch"},
                                                                           {"rdx", "edx", "dx", "dl", "dh"},
                                                                           {"rbx", "ebx", "bx", "bl", "bh"},
                                                                           {"rsp", "esp", "sp", "spl", ""},
                                                                           {"rbp", "ebp", "bp", "bpl", ""},
                                                                           {"rsi", "esi", "si", "sil", ""},
                                                                           {"rdi", "edi", "di", "dil", ""}}};

std::optional<std::size_t> register_of(const Operand &operand) {
  const Register *reg = as_register(operand);
  return reg == nullptr ? std::nullopt : general_index(reg->name);
}

std::optional<std::int64_t> constant_of(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const auto *constant = std::get_if<ImmediateOperand>(&operand.value); constant && constant->symbol.empty())
      return constant->value;
  return std::nullopt;
}

bool is_of(const Instruction &instruction, std::string_view operation) {
  return instruction.opcode.starts_with(operation) && (instruction.opcode.substr(operation.size()).starts_with("64") ||
                                                       instruction.opcode.substr(operation.size()).starts_with("32"));
}

void note_address(const Operand &operand, RegisterUses &uses) {
  const MemoryOperand *memory = as_memory(operand);
  if (memory == nullptr)
    return;
  if (memory->base)
    if (const auto base = general_index(memory->base->name))
      uses[*base].is_base = true;
  if (memory->index)
    if (const auto index = general_index(memory->index->name)) {
      uses[*index].is_index = true;
      uses[*index].largest_scale = std::max<std::int64_t>(uses[*index].largest_scale, memory->scale);
    }
}

} // namespace

std::optional<std::size_t> general_index(std::string_view name) {
  for (std::size_t i = 0; i < low_registers.size(); ++i)
    if (!name.empty() && std::find(low_registers[i].begin(), low_registers[i].end(), name) != low_registers[i].end())
      return i;
  if (name.size() < 2 || name[0] != 'r' || name[1] < '1' || name[1] > '9')
    return std::nullopt;
  std::size_t number = 0;
  std::size_t at = 1;
  for (; at < name.size() && name[at] >= '0' && name[at] <= '9' && at < 3; ++at)
    number = 10 * number + static_cast<std::size_t>(name[at] - '0');
  const std::string_view rest = name.substr(at);
  const bool known = rest.empty() || rest == "d" || rest == "w" || rest == "b";
  return known && number >= 8 && number <= 15 ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> step_of(const Instruction &instruction, std::size_t reg) {
  // Any operand: the forms for the accumulator have it as an implicit one.
  const bool writes =
      std::any_of(instruction.operands.begin(), instruction.operands.end(),
                  [reg](const Operand &operand) { return operand.written && register_of(operand) == reg; });
  if (!writes || instruction.loads)
    return std::nullopt;
  const std::optional<std::int64_t> constant = constant_of(instruction);
  if (is_of(instruction, "INC"))
    return 1;
  if (is_of(instruction, "DEC"))
    return -1;
  if (is_of(instruction, "ADD") && constant)
    return *constant;
  if (is_of(instruction, "SUB") && constant)
    return -*constant;
  if (is_of(instruction, "LEA")) {
    // The decoder gives the address of lea as plain sources: here one register and a constant.
    int sources = 0;
    bool only_itself = true;
    for (const Operand &operand : instruction.operands)
      if (operand.read && as_register(operand) != nullptr) {
        ++sources;
        only_itself = only_itself && register_of(operand) == reg;
      }
    if (sources == 1 && only_itself)
      return constant;
  }
  return std::nullopt;
}

RegisterUses register_uses(const Kernel &kernel) {
  RegisterUses uses;
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands) {
      if (!instruction.opcode.starts_with("LEA"))
        note_address(operand, uses);
      const auto reg = register_of(operand);
      if (!reg || !operand.written)
        continue;
      RegisterUse &use = uses[*reg];
      const std::optional<std::int64_t> step = step_of(instruction, *reg);
      use.is_changed = true;
      use.is_stepped = use.is_stepped && step.has_value();
      use.is_loaded = use.is_loaded || instruction.loads;
      use.step += step.value_or(0);
    }
  return uses;
}

} // namespace osaca::measure
