#include "measure/harness/loop_memory.h"

#include <algorithm>
#include <string>

namespace osaca::measure {
namespace {

constexpr std::uint64_t pointer_word = 0x2324000;
constexpr std::uint64_t index_word = 0x0000001000000010;   // small in 32 bits, and one address for all in 64
constexpr std::uint64_t first_spilled_buffer = 0x30000000; // behind those of registers
constexpr std::uint64_t spilled_buffer_distance = 0x100000 + 23 * 64;
constexpr std::uint64_t spilled_distance = 32; // bytes or elements; each word has another multiple

const MemoryOperand *spilled_place(const Instruction &instruction, const RegisterUses &uses) {
  if (!instruction.loads)
    return nullptr;
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && operand.read) {
      const auto base = memory->base ? general_index(memory->base->name) : std::nullopt;
      return base && !uses[*base].is_changed && !memory->index && memory->symbol.empty() && memory->width_bytes == 8
                 ? memory
                 : nullptr;
    }
  return nullptr;
}

std::optional<std::size_t> general_target(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && operand.written && general_index(reg->name))
      return general_index(reg->name);
  return std::nullopt;
}

bool loads_extended(const Instruction &instruction) {
  return instruction.loads && instruction.opcode.find("F80m") != std::string::npos;
}

bool has_vector_addresses(const Kernel &kernel) {
  return std::ranges::any_of(kernel.instructions, [](const Instruction &instruction) {
    return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
      const MemoryOperand *memory = as_memory(operand);
      return memory != nullptr && memory->is_gather_scatter;
    });
  });
}

void make_small(const Register &reg, std::array<VectorValue, vector_registers> &values) {
  if (const auto index = vector_index(reg))
    values[*index] = {{index_word, index_word}};
}

} // namespace

std::optional<std::size_t> vector_index(const Register &reg) {
  if (reg.kind != RegisterKind::vector || reg.name.size() < 4 || reg.name.substr(1, 2) != "mm")
    return std::nullopt;
  std::size_t number = 0;
  for (const char digit : reg.name.substr(3))
    number = 10 * number + static_cast<std::size_t>(digit - '0');
  return number % vector_registers;
}

std::uint64_t fill_word_of(const Kernel &kernel, const RegisterUses &uses) {
  bool loads_indices = false;
  for (const Instruction &instruction : kernel.instructions) {
    if (loads_extended(instruction))
      return extended_word;
    const std::optional<std::size_t> target = general_target(instruction);
    if (!instruction.loads || !target || spilled_place(instruction, uses) != nullptr)
      continue;
    if (uses[*target].is_base && instruction.loads_pointer)
      return pointer_word;
    loads_indices = loads_indices || uses[*target].is_index || uses[*target].is_base;
  }
  return loads_indices ? index_word : float_word;
}

bool follows_list(const Kernel &kernel, const RegisterUses &uses) {
  return std::ranges::any_of(kernel.instructions, [&uses](const Instruction &instruction) {
    const std::optional<std::size_t> target = general_target(instruction);
    return target && uses[*target].is_base && instruction.loads_pointer && spilled_place(instruction, uses) == nullptr;
  });
}

std::vector<PlantedWord> spilled_words(const Kernel &kernel, const RegisterUses &uses, const GeneralRegisters &start,
                                       std::uint64_t shift) {
  std::vector<PlantedWord> planted;
  for (const Instruction &instruction : kernel.instructions) {
    const MemoryOperand *place = spilled_place(instruction, uses);
    const std::optional<std::size_t> target = general_target(instruction);
    if (place == nullptr || !target || (!uses[*target].is_base && !uses[*target].is_index))
      continue;
    const std::uint64_t address =
        start[*general_index(place->base->name)] + static_cast<std::uint64_t>(place->displacement);
    if (std::ranges::any_of(planted, [address](const PlantedWord &other) { return other.address == address; }))
      continue;
    const std::uint64_t number = planted.size() + 1;
    const bool is_pointer = uses[*target].is_base && instruction.loads_pointer;
    planted.push_back(
        {address,
         is_pointer ? first_spilled_buffer + number * spilled_buffer_distance + shift : number * spilled_distance,
         sizeof(std::uint64_t)});
  }
  return planted;
}

std::array<VectorValue, vector_registers> vector_values(const Kernel &kernel) {
  std::array<VectorValue, vector_registers> values;
  values.fill({{float_word, float_word}});
  if (!has_vector_addresses(kernel))
    return values;
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands) {
      const MemoryOperand *memory = as_memory(operand);
      const Register *reg = as_register(operand);
      if (memory != nullptr && memory->is_gather_scatter && memory->index)
        make_small(*memory->index, values);
      else if (reg != nullptr && instruction.mnemonic.starts_with("vp") && !instruction.mnemonic.starts_with("vperm"))
        make_small(*reg, values);
    }
  return values;
}

} // namespace osaca::measure
